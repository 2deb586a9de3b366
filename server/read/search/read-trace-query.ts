import { isProblem } from "#server/domain/problem.ts";
import {
  parseTraceQuery,
  type WrongTraceQuery,
} from "#server/domain/search/traces/parse-trace-query.ts";
import {
  attributeOf,
  attributeTokens,
  unknownAttribute,
} from "#server/domain/search/traces/unknown-attributes.ts";
import type { Store } from "#server/storage/store.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { TraceQuery } from "#server/domain/search/traces/trace-query.ts";

/** Same for a trace search, whose keys are attributes. */
export type ReadTraceQuery = (
  project: Project,
  text: string,
) => Promise<{ query: TraceQuery } | WrongTraceQuery>;

/** Without traces, or with traces without indexed attributes, the query is used as is. */
export function createReadTraceQuery(store: {
  traces: Pick<Store["traces"], "keys">;
}): ReadTraceQuery {
  return async ({ id }, text) => {
    const parsed = parseTraceQuery(text);
    if (isProblem(parsed)) return parsed;
    const tokens = attributeTokens(text);
    if (tokens.length === 0) return parsed;
    const { keys, isWhole } = await store.traces.keys(
      id,
      tokens.map((token) => attributeOf(token)!),
    );
    return (isWhole && keys.length > 0 ? unknownAttribute(tokens, keys) : undefined) ?? parsed;
  };
}
