import type { TestProject } from "#tests/harness/project.ts";
import type { Spoor } from "#tests/harness/spoor.ts";

type Spread = { count: number; p50Ms: number; p75Ms: number; p95Ms: number };
type Vital = {
  p75: number;
  good: number;
  needsImprovement: number;
  poor: number;
  count: number;
  rating: string;
};
type VitalName = "lcp" | "inp" | "cls" | "fcp" | "ttfb" | "hydration";

export type VitalsJson = {
  since: string;
  routes: ({ route: string; count: number } & { [vital in VitalName]: Vital | null })[];
  reached: {
    documents: number;
    navigations: number;
    hydrated: number;
    neverHydrated: number | null;
    hydration: Spread | null;
    pending: (Spread & { overSecond: number }) | null;
    submits: number;
    revalidation: Spread | null;
    prefetches: number;
    prefetchesUsed: number;
  };
};

export async function readVitals(
  project: TestProject,
  search: Record<string, string> = {},
): Promise<VitalsJson> {
  const answer = await project.get(`/vitals.json?${new URLSearchParams(search)}`);
  if (answer.status !== 200)
    throw new Error(`vitals.json answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as VitalsJson;
}

/** A browser's report as the `web-vitals` package creates it. */
export type SentVital = {
  vital: VitalName;
  value: number;
  id: string;
  route: string;
  userAgent?: string;
  service?: string;
  release?: string;
  /** Milliseconds since 1970; a minute ago by default. */
  at?: number;
};

/** Posts reports in order as `browser.web_vital` events in one request. */
export async function sendVitals(
  spoor: Spoor,
  project: TestProject,
  vitals: SentVital[],
): Promise<void> {
  const resourceLogs = vitals.map((sent) => ({
    resource: {
      attributes: keyValues({
        "service.name": sent.service ?? "browser",
        "service.version": sent.release ?? "1.0.0",
        "user_agent.original":
          sent.userAgent ?? "Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36",
      }),
    },
    scopeLogs: [{ logRecords: [recordOf(sent)] }],
  }));
  const answer = await fetch(`${spoor.url}/v1/logs`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${project.publicKey}` },
    body: JSON.stringify({ resourceLogs }),
  });
  if (answer.status !== 200)
    throw new Error(`The vitals were answered ${answer.status}: ${await answer.text()}`);
}

function recordOf({ vital, value, id, route, at = Date.now() - 60_000 }: SentVital): object {
  const attributes = {
    "browser.web_vital.name": vital,
    "browser.web_vital.value": value,
    "browser.web_vital.id": id,
    "http.route": route,
  };
  return {
    timeUnixNano: `${at}000000`,
    eventName: "browser.web_vital",
    attributes: keyValues(attributes),
  };
}

const keyValues = (attributes: { [key: string]: string | number }): object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { doubleValue: value } : { stringValue: value },
  }));
