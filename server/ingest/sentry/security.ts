import type { Json, JsonObject } from "#server/domain/json.ts";
import { isObject } from "#server/domain/json.ts";
import type { Problem } from "#server/domain/problem.ts";

const mediaTypes = [
  "application/csp-report",
  "application/reports+json",
  "application/json",
  "text/plain",
];

/** Data about a report from outside it. */
type ReportOrigin = { environment?: string; release?: string; userAgent?: string };

/** Undefined if the type allows a report; browsers always send one, other tools sometimes none. */
export function refuseMediaType(contentType: string | undefined): Problem | undefined {
  const type = contentType?.split(";")[0]?.trim().toLowerCase();
  if (!type || mediaTypes.includes(type)) return undefined;
  return {
    problem: "unsupported",
    detail: `Reports of type "${type.slice(0, 60)}" are not supported. Supported: ${mediaTypes.join(", ")}.`,
  };
}

/**
 * Event payloads of the CSP violations in `{"csp-report": …}` (report-uri) or a list of the
 * Reporting API (report-to), the number of other reports, and the number over the limit. Undefined
 * if it is not a report.
 */
export function readSecurityReports(
  body: Json,
  origin: ReportOrigin,
): { payloads: JsonObject[]; others: number; beyond: number } | undefined {
  if (isObject(body) && isObject(body["csp-report"])) {
    return { payloads: [eventOf(body["csp-report"], origin)], others: 0, beyond: 0 };
  }
  const sent = (Array.isArray(body) ? body : [body]).filter(isReport);
  const reports = sent.slice(0, mostReports);
  if (reports.length === 0) return undefined;
  const violations = reports.filter(
    (report) => report.type === "csp-violation" && isObject(report.body),
  );
  return {
    payloads: violations.map((report) =>
      eventOf(report.body as JsonObject, originOf(report, origin)),
    ),
    others: reports.length - violations.length,
    beyond: sent.length - reports.length,
  };
}

const mostReports = 100;

type Report = { type: string; body: Json; user_agent?: Json };

function isReport(value: Json): value is Report & JsonObject {
  return isObject(value) && typeof value["type"] === "string" && "body" in value;
}

function originOf(report: Report, origin: ReportOrigin): ReportOrigin {
  return typeof report.user_agent === "string"
    ? { ...origin, userAgent: report.user_agent }
    : origin;
}

function eventOf(
  report: JsonObject,
  { environment, release, userAgent }: ReportOrigin,
): JsonObject {
  const url = report["document-uri"] ?? report["documentURL"];
  const event: JsonObject = { type: "csp", logger: "csp", platform: "javascript", csp: report };
  event["level"] = report["disposition"] === "report" ? "warning" : "error";
  if (environment) event["environment"] = environment;
  if (release) event["release"] = release;
  event["request"] = {
    ...(url === undefined ? {} : { url }),
    headers: userAgent ? { "User-Agent": userAgent } : {},
  };
  return event;
}
