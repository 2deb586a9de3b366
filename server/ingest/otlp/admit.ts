import type { Buffer } from "node:buffer";
import { hintAttributes } from "#server/domain/user-agent/client-hints.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { decodeBody } from "#server/ingest/body.ts";
import { withoutFiltered } from "#server/ingest/inbound-filters.ts";
import { type Limits, limitsFor, printBytes } from "#server/ingest/limits.ts";
import type {
  Admitted,
  CountedItem,
  FindKey,
  IngestRequest,
  Receipt,
  Reply,
} from "#server/ingest/request.ts";
import { refusedSender } from "#server/ingest/refused-sender.ts";
import { authenticate } from "#server/ingest/sentry/credentials.ts";
import { accept, type Form, formOf, refuseIn } from "./answer.ts";
import { credentialsOfOtlp } from "./credentials.ts";
import type { OtlpEndpoint, Signal } from "./endpoint.ts";
import { explainFault } from "./wire/fault.ts";
import { toWire } from "./wire/json.ts";
import { readLogs } from "./read-logs.ts";
import { refuseMetrics } from "./read-metrics.ts";
import { readTraces } from "./read-traces.ts";
import type { SignalReading } from "./reading.ts";
import type { ScanLimits } from "./scan/scan.ts";
import { logsData, type Message, metricsData, tracesData } from "./wire/schema.ts";

/**
 * Admits an OTLP exporter's request, or refuses it in the request's encoding (OpenTelemetry's
 * specification, OTLP/HTTP). The reply of an `Admitted` is sent only after its bytes are durable.
 */
export async function admitOtlp(
  request: IngestRequest,
  endpoint: OtlpEndpoint,
  findKey: FindKey,
  limits: Limits,
): Promise<Admitted | Reply> {
  const form = formOf(request.headers["content-type"]);
  if (request.method !== "POST") return wrongMethod(form ?? "json");
  if (!form) return refuseIn("json", wrongType(request.headers["content-type"]));
  const sender = await authenticateOtlp(request, endpoint, findKey);
  if (isProblem(sender)) return refuseIn(form, sender);
  const { id: projectId } = sender.project;
  const refuseCounted = (problem: Problem, item: CountedItem): Reply => {
    return { ...refuseIn(form, problem), refused: { projectId, items: [item] } };
  };
  const away = refusedSender(sender, request.headers);
  if (away) return refuseCounted(away.problem, away.counted);
  const bounds = limitsFor(sender.project, limits);
  const reading = read(request, endpoint.signal, form, bounds);
  if (isProblem(reading)) return refuseCounted(reading, invalid(endpoint, reading));
  const receipt: Receipt = {
    projectId,
    remoteAddress: request.remoteAddress,
    ...arrivalOf(request),
  };
  return {
    projectId,
    sender,
    reply: accept(form, endpoint.signal, reading.rejection),
    refuse: (problem) => refuseIn(form, problem),
    receipt,
    items: withoutFiltered(reading.items, receipt, sender.project, bounds),
  };
}

function arrivalOf({
  receivedAt,
  headers,
}: IngestRequest): Pick<Receipt, "receivedAt" | "userAgent"> {
  const userAgent = headers["user-agent"];
  return { receivedAt, ...(userAgent && { userAgent }) };
}

/** Exporters on servers name themselves; browsers send their normal headers. */
function deliveredBy({ headers }: IngestRequest): Pick<ScanLimits, "deliveredBy"> {
  const userAgent = headers["user-agent"]?.slice(0, 500);
  if (!userAgent?.startsWith("Mozilla/")) return {};
  return { deliveredBy: { "user_agent.original": userAgent, ...hintAttributes(headers) } };
}

const messages: { [signal in Signal]: Message } = {
  traces: tracesData,
  logs: logsData,
  metrics: metricsData,
};

function read(
  request: IngestRequest,
  signal: Signal,
  form: Form,
  limits: Limits,
): SignalReading | Problem {
  const body = bodyOf(request, limits);
  if (isProblem(body)) return body;
  const message = messages[signal];
  const bytes = form === "json" ? toWire(body, message) : body;
  if (isProblem(bytes)) return bytes;
  try {
    const scanned = { ...limits, ...deliveredBy(request) };
    if (signal === "traces") return readTraces(bytes, scanned, arrivalOf(request));
    return signal === "logs" ? readLogs(bytes, scanned, arrivalOf(request)) : refuseMetrics(bytes);
  } catch (error) {
    return explainFault(error, bytes, message);
  }
}

function bodyOf(request: IngestRequest, limits: Limits): Buffer | Problem {
  const ofOtlp = { ...limits, decompressed: limits.otlp };
  const body = decodeBody(request.body, request.headers["content-encoding"], ofOtlp);
  if (isProblem(body) || body.length <= limits.otlp) return body;
  return {
    problem: "too-large",
    detail: `The body is larger than the limit of ${printBytes(limits.otlp)}.`,
  };
}

async function authenticateOtlp(
  request: IngestRequest,
  { projectId }: OtlpEndpoint,
  findKey: FindKey,
) {
  const { headers, url } = request;
  const mark = url.indexOf("?");
  const query = new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1));
  const credentials = credentialsOfOtlp(headers, query);
  return credentials.length > 0 ? authenticate(credentials, projectId, findKey) : missing();
}

function missing(): Problem {
  return {
    problem: "unauthenticated",
    detail: "missing authorization information",
    causes: [
      "Send the project's key as `Authorization: Bearer KEY`, as `x-sentry-auth: sentry sentry_key=KEY` (OTEL_EXPORTER_OTLP_HEADERS can set both), or as ?sentry_key=KEY.",
    ],
  };
}

function wrongMethod(form: Form): Reply {
  const reply = refuseIn(form, { problem: "wrong-method", detail: "Use POST." });
  return { ...reply, headers: { ...reply.headers, allow: "POST" } };
}

function wrongType(sent: string | undefined): Problem {
  const detail =
    sent === undefined
      ? "The request has no content type"
      : `The content type "${sent.slice(0, 60)}" is not supported`;
  return {
    problem: "unsupported",
    detail: `${detail}. Supported: application/x-protobuf, application/json.`,
  };
}

const categories: { [signal in Signal]: string } = {
  traces: "span",
  logs: "log",
  metrics: "metric",
};

function invalid({ signal }: OtlpEndpoint, { problem }: Problem): CountedItem {
  return {
    kind: "counted",
    outcome: "invalid",
    category: categories[signal],
    reason: problem,
    quantity: 1,
  };
}
