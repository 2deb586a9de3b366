import type { VitalName } from "#server/domain/vital/vital.ts";
import type { SampleRequest } from "./sample-request.ts";
import type { SeededRandom } from "./seeded-random.ts";
import { services } from "./shop-services.ts";
import type { Visit } from "./shop-visits.ts";
import type { TraceDrawing } from "./trace-pen.ts";

/** A loaded document and its trace, which its reports refer to. */
export type LoadedDocument = { visit: Visit; drawing: TraceDrawing };

/** Typical values on a desktop computer in milliseconds; CLS has no unit. */
const usual: { [vital in VitalName]: number } = {
  lcp: 1450,
  inp: 96,
  cls: 0.03,
  fcp: 820,
  ttfb: 240,
  hydration: 1250,
};

/** Browser reports about loaded documents, as OpenTelemetry events. */
export function vitalsOf(
  random: SeededRandom,
  documents: LoadedDocument[],
  receivedAt: number,
): SampleRequest {
  const resourceLogs = documents.map(({ visit, drawing }) => ({
    resource: {
      attributes: keyValues({
        ...services.browser(visit.release).resource,
        "user_agent.original": visit.userAgent,
      }),
    },
    scopeLogs: [{ logRecords: reportsOf(random, visit, drawing) }],
  }));
  const body = JSON.stringify({ resourceLogs });
  return { receivedAt, path: "integration/otlp/v1/logs", contentType: "application/json", body };
}

function reportsOf(
  random: SeededRandom,
  { route, startedAt, release, userAgent }: Visit,
  { traceId, spans }: TraceDrawing,
): object[] {
  const { spanId } = spans[0]!;
  const device = userAgent.includes("Mobile") ? 1.55 : 1;
  const page = random.spread(0.3);
  return (Object.keys(usual) as VitalName[]).map((vital) => {
    const slower = vital === "inp" && release === 2 && route.route === "/product/:id" ? 2.4 : 1;
    const value = usual[vital] * device * page * slower * random.spread(0.25);
    const attributes = {
      "browser.web_vital.name": vital,
      "browser.web_vital.value":
        vital === "cls" ? Math.round(value * 1000) / 1000 : Math.round(value),
      "browser.web_vital.id": `v5-${random.hex(16)}`,
      "http.route": route.route,
    };
    const at = `${Math.round(startedAt + 1200)}000000`;
    return {
      timeUnixNano: at,
      traceId,
      spanId,
      eventName: "browser.web_vital",
      attributes: keyValues(attributes),
    };
  });
}

const keyValues = (attributes: object): object[] =>
  Object.entries(attributes).map(([key, value]: [string, unknown]) => ({
    key,
    value: typeof value === "number" ? { doubleValue: value } : { stringValue: String(value) },
  }));
