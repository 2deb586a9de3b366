import type { WrongQuery } from "#server/domain/search/issue-query.ts";
import { parseTraceQuery } from "./parse-trace-query.ts";
import { tokensOf } from "#server/domain/search/query-groups.ts";
import type { QueryToken } from "#server/domain/search/query-tokens.ts";
import { fieldOr, traceKeys } from "./trace-keys.ts";

const keysOfTraces = ["duration", "spans", "errors", "status", "kind", "service", "name"];
const attributes = /^(?:span|sentry|http|db|rpc|messaging|service|server|client|network|url)\./;

/** An error of an issue search, with the equivalent trace search if its key is one of traces. */
export function withTraces(text: string, wrong: WrongQuery): WrongQuery {
  const token = tokensOf(text).find(({ at }) => at === wrong.from);
  if (!token || !isAboutTraces(token)) return wrong;
  const isWhole = tokensOf(text).every(
    (each) => each.key === undefined || isAboutTraces(each) || isKeyOfBoth(each),
  );
  const traces = (isWhole ? readable(text) : undefined) ?? readable(token.typed);
  if (traces === undefined) return wrong;
  const isOnlyOfTraces = ["duration", "spans", "errors"].includes(fieldOr(token.key!));
  const detail = isOnlyOfTraces ? `${token.key}: searches traces, not issues.` : wrong.detail;
  const { instead, ...rest } = wrong;
  return { ...rest, detail, traces, ...(instead !== undefined && !isOnlyOfTraces && { instead }) };
}

function isAboutTraces({ key, isKeyQuoted }: QueryToken): boolean {
  if (key === undefined || isKeyQuoted) return false;
  return keysOfTraces.includes(fieldOr(key)) || attributes.test(key.toLowerCase());
}

const isKeyOfBoth = ({ key }: QueryToken): boolean => traceKeys.includes(fieldOr(key!));

/** The search as a trace search with suggestions applied; undefined if it is invalid. */
function readable(text: string): string | undefined {
  const parsed = parseTraceQuery(text);
  if ("query" in parsed) return text;
  const { from, to, instead } = parsed;
  if (instead === undefined) return undefined;
  const meant = text.slice(0, from) + instead + text.slice(to);
  return "query" in parseTraceQuery(meant) ? meant : undefined;
}
