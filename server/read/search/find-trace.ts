import type { ProjectId, TraceId } from "#server/domain/ids.ts";
import {
  parseTraceReference,
  type TraceReference,
} from "#server/domain/trace/listing/trace-reference.ts";
import type { TraceStore } from "#server/storage/traces/trace-store.ts";

/** The traces that match an ID: none, one, or two if several share the entered prefix. */
export type FindTrace = (projectId: ProjectId, text: string) => Promise<TraceId[]>;

type Deps = {
  traces: Pick<TraceStore, "list" | "spanCount">;
  /** Milliseconds of a monotonic clock. */ elapsed: () => number;
};

/** No index covers ID prefixes: the newest traces are scanned for a moment. */
const deadlineMs = 200;
const rowsAtOnce = 1_000;

export function createFindTrace({ traces, elapsed }: Deps): FindTrace {
  return async (projectId, text) => {
    const reference = parseTraceReference(text);
    if (!reference) return [];
    if ("prefix" in reference) return beginningWith(projectId, reference);
    return (await traces.spanCount(projectId, reference.traceId)) > 0 ? [reference.traceId] : [];
  };

  async function beginningWith(
    projectId: ProjectId,
    { prefix }: TraceReference & { prefix: string },
  ): Promise<TraceId[]> {
    const endsAt = elapsed() + deadlineMs;
    const found = new Set<TraceId>();
    let cursor: string | undefined;
    do {
      const filter = {
        projectId,
        query: { terms: [], words: [] },
        matches: () => true,
        limit: rowsAtOnce,
      };
      const left = {
        deadlineMs: Math.max(1, endsAt - elapsed()),
        ...(cursor !== undefined && { cursor }),
      };
      const { rows, next } = await traces.list({ ...filter, ...left });
      for (const { traceId } of rows) if (traceId.startsWith(prefix)) found.add(traceId);
      cursor = next;
    } while (cursor !== undefined && found.size < 2 && elapsed() < endsAt);
    return [...found].slice(0, 2);
  }
}
