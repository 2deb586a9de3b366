import { Buffer } from "node:buffer";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { decodeBody } from "#server/ingest/body.ts";
import type { Limits } from "#server/ingest/limits.ts";
import type { IngestRequest } from "#server/ingest/request.ts";
import type { TakenEndpoint } from "./endpoint.ts";
import { readAttachmentForm } from "./attachments.ts";
import { readCronCall } from "./check-ins/cron-call.ts";
import { counted } from "./item-kinds.ts";
import { readEnvelope } from "./read-envelope.ts";
import { parseWithin, readEvent } from "./read-event.ts";
import { emptyReading, type Reading } from "./reading.ts";
import { readSecurityReports, refuseMediaType } from "./security.ts";
import { decodeStoreBody } from "./store.ts";

/** The content of the request's body, by endpoint. */
export async function readRequest(
  request: IngestRequest,
  endpoint: Exclude<TakenEndpoint, { kind: "feedback" }>,
  query: URLSearchParams,
  limits: Limits,
): Promise<Reading | Problem> {
  if (endpoint.kind === "attachments") return readAttachmentForm(emptyReading(), request, limits);
  if (endpoint.kind === "counted")
    return { ...emptyReading(), counted: [counted("counted", endpoint.category)] };
  const body = decodeBody(bodyOf(request, query), request.headers["content-encoding"], limits);
  if (isProblem(body)) return body;
  if (endpoint.kind === "envelope") return readEnvelope(body, limits);
  if (endpoint.kind === "cron") return readCronCall(endpoint.slug, query, body, limits);
  return endpoint.kind === "store"
    ? readStore(body, limits)
    : readSecurity(body, request, query, limits);
}

/** The oldest browser clients sent an event in the URL of an image. */
function bodyOf(request: IngestRequest, query: URLSearchParams): Uint8Array {
  return request.method === "GET" ? Buffer.from(query.get("sentry_data") ?? "") : request.body;
}

function readStore(body: Buffer, limits: Limits): Reading | Problem {
  const bytes = decodeStoreBody(body, limits);
  if (isProblem(bytes)) return bytes;
  const reading = emptyReading();
  return readEvent(reading, bytes, limits) ?? reading;
}

function readSecurity(
  body: Buffer,
  request: IngestRequest,
  query: URLSearchParams,
  limits: Limits,
): Reading | Problem {
  const { headers } = request;
  const wrongType = refuseMediaType(headers["content-type"]);
  if (wrongType) return wrongType;
  const parsed = parseWithin(body, limits, "The report");
  if (isProblem(parsed)) return parsed;
  const reports = readSecurityReports(parsed.value, {
    environment: query.get("sentry_environment") ?? undefined,
    release: query.get("sentry_release") ?? undefined,
    userAgent: headers["user-agent"],
  });
  if (!reports)
    return {
      problem: "malformed",
      detail: 'byte 0: the body is neither a "csp-report" nor a list of reports',
    };
  const others =
    reports.others > 0
      ? [counted("unsupported", "security", "unsupported report type", reports.others)]
      : [];
  if (reports.beyond > 0)
    others.push(counted("limited", "security", "too many reports in one request", reports.beyond));
  return {
    ...emptyReading(),
    events: reports.payloads.map((payload) => ({ payload })),
    counted: others,
  };
}
