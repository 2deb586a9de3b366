import { type EventId, parseEventId, type ProjectId } from "#server/domain/ids.ts";
import { isOtlpPath } from "#server/ingest/otlp/endpoint.ts";

/**
 * The endpoint of a Sentry client's request. `projectId` is absent if only the key identifies the
 * project.
 */
type Endpoint =
  | { kind: "envelope" | "store" | "security"; projectId?: ProjectId }
  /** A feedback form, and its posts. */
  | { kind: "feedback"; projectId: ProjectId }
  /** Files of an event that was sent separately. */
  | { kind: "attachments"; projectId: ProjectId; eventId: EventId }
  /** A check-in by URL. */
  | { kind: "cron"; projectId: ProjectId; slug: string; publicKey?: string }
  /** Acknowledged and counted by item type; the bodies are not stored. */
  | { kind: "counted"; category: "nel"; projectId: ProjectId }
  /** Not an endpoint, with a helpful message. */
  | { kind: "refused"; detail: string };

export type TakenEndpoint = Exclude<Endpoint, { kind: "refused" }>;

const taken = "envelope, store, security, csp-report, feedback";

/**
 * The endpoint at a path (without query and base path, with or without a final slash), or undefined
 * if another handler owns it: a page, or the management API below `/api/0/` and `/api/v1/`.
 */
export function matchEndpoint(pathname: string): Endpoint | undefined {
  if (pathname === "/tunnel" || pathname === "/tunnel/") return { kind: "envelope" };
  if (!pathname.startsWith("/api/")) return undefined;
  const [project = "", name = "", ...rest] = pathname.slice(5).replace(/\/$/, "").split("/");
  if (project === "store" && !name) return { kind: "store" };
  if (!name || !isProjectSegment(project, name)) return undefined;
  const projectId = projectIdOf(project);
  return projectId === undefined ? notANumber() : endpointOf(projectId, name, rest);
}

/** Whether a path is an ingestion endpoint of Sentry or OTLP. */
export const isIngestPath = (pathname: string): boolean =>
  isOtlpPath(pathname) || matchEndpoint(pathname) !== undefined;

/** The form's endpoint, which needs more headers. */
export const isFeedbackPath = (pathname: string): boolean =>
  /^\/api\/\d+\/feedback\/?$/.test(pathname);

const names = new Set([
  "envelope",
  "store",
  "security",
  "csp-report",
  "nel",
  "minidump",
  "unreal",
  "events",
  "cron",
  "feedback",
]);

const isProjectSegment = (project: string, name: string) =>
  project !== "0" && (/^\d+$/.test(project) || names.has(name));

function projectIdOf(segment: string): ProjectId | undefined {
  const id = Number(segment);
  return /^[1-9]\d{0,15}$/.test(segment) && Number.isSafeInteger(id)
    ? (id as ProjectId)
    : undefined;
}

function notANumber(): Endpoint {
  return {
    kind: "refused",
    detail: "The path must contain the project's number, as in the DSN on the connect page.",
  };
}

function endpointOf(projectId: ProjectId, name: string, rest: string[]): Endpoint {
  const eventId =
    name === "events" && rest.length === 2 && rest[1] === "attachments" && parseEventId(rest[0]);
  if (eventId) return { kind: "attachments", projectId, eventId };
  if (name === "cron" && (rest.length === 1 || rest.length === 2))
    return { kind: "cron", projectId, slug: rest[0]!, publicKey: rest[1] };
  if (name === "minidump" || name === "unreal")
    return { kind: "refused", detail: "Native crash dumps are not supported." };
  if (rest.length > 0) return unknown(name, rest);
  if (name === "envelope" || name === "store" || name === "security")
    return { kind: name, projectId };
  if (name === "feedback") return { kind: "feedback", projectId };
  if (name === "csp-report") return { kind: "security", projectId };
  if (name === "nel") return { kind: "counted", category: "nel", projectId };
  return unknown(name);
}

function unknown(name: string, rest: string[] = []): Endpoint {
  if (name === "integration" && rest[0] === "otlp") return { kind: "refused", detail: otlpBase };
  return {
    kind: "refused",
    detail: `Unknown ingest endpoint "${name.slice(0, 40)}". Supported: ${taken}.`,
  };
}

const otlpBase =
  "This is the base URL for OTLP (OTEL_EXPORTER_OTLP_ENDPOINT). Append /v1/traces to send spans, or /v1/logs to send logs.";
