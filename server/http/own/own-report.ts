import { isObject, type JsonObject } from "#server/domain/json.ts";
import type { PatternOf } from "#server/http/route-pattern.ts";

const longestText = 200;

/**
 * A security policy report about one of Spoor's own pages, with addresses replaced by routes: the
 * page's address may contain a token. Undefined for an invalid report.
 */
export function ownReport(sent: unknown, patternOf: PatternOf): JsonObject | undefined {
  const report = isObject(sent) ? sent["csp-report"] : undefined;
  if (!isObject(report)) return undefined;
  const text = (name: string) =>
    typeof report[name] === "string" ? report[name].slice(0, longestText) : undefined;
  const directive = text("effective-directive") ?? text("violated-directive");
  if (directive === undefined) return undefined;
  const fields = {
    "document-uri": routeAt(report["document-uri"], patternOf),
    "effective-directive": directive,
    "violated-directive": text("violated-directive") ?? directive,
    "blocked-uri": originOf(text("blocked-uri")),
    "source-file": scriptAt(report["source-file"]),
    disposition: text("disposition"),
    ...numbersOf(report),
  };
  return {
    "csp-report": Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    ) as JsonObject,
  };
}

/** `undefined` if there is no such page: the origin is enough. */
function routeAt(address: unknown, patternOf: PatternOf): string {
  const url = typeof address === "string" ? URL.parse(address) : null;
  return url ? url.origin + (patternOf(url.pathname) ?? "/") : "";
}

/** Words such as `inline` and `eval` remain unchanged. */
function originOf(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (!url) return /^[a-z-]*$/.test(text ?? "") ? text : undefined;
  return url.origin === "null" ? url.protocol.slice(0, -1) : url.origin;
}

function scriptAt(file: unknown): string | undefined {
  const url = typeof file === "string" ? URL.parse(file) : null;
  return url && /\/assets\/[\w.-]+\.js$/.test(url.pathname) ? url.origin + url.pathname : undefined;
}

function numbersOf(report: JsonObject): JsonObject {
  const names = ["line-number", "column-number", "status-code"];
  return Object.fromEntries(
    names.flatMap((name) => (typeof report[name] === "number" ? [[name, report[name]]] : [])),
  );
}
