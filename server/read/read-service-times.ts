import type { ProjectId } from "#server/domain/ids.ts";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { type ServiceTime, serviceTimes } from "#server/domain/trace/timing/service-times.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { spansIn } from "#server/read/read-trace.ts";
import type { TraceStore } from "#server/storage/traces/trace-store.ts";

/**
 * Self-time per service of these traces, in order. Undefined: only one service, too large, or out
 * of time.
 */
export type ReadServiceTimes = (
  projectId: ProjectId,
  traces: TraceSummary[],
) => Promise<(ServiceTime[] | undefined)[]>;

/** For reading and analyzing traces of one list page. A trace of 20 spans takes 0.3 ms. */
const deadlineMs = 40;
/** Such a trace alone takes half of that. */
const mostSpans = 2_000;
/** Concurrent reads from a database, to save round trips; files are read sequentially. */
const abreast = 8;
/** Cache size: a list is reloaded often while its traces stay the same. */
const mostRemembered = 5_000;

type Deps = {
  traces: Pick<TraceStore, "find">;
  /** Milliseconds of a monotonic clock. */ elapsed: () => number;
};

/**
 * Computed from spans when the list is shown. Storing it with the summary would cost bytes for
 * every trace, and parts that arrive separately don't know how long a service waited for another.
 */
export function createReadServiceTimes({ traces, elapsed }: Deps): ReadServiceTimes {
  const remembered = new Map<string, ServiceTime[]>();

  async function read(
    projectId: ProjectId,
    summary: TraceSummary,
  ): Promise<ServiceTime[] | undefined> {
    const stored = await traces.find(projectId, summary.traceId);
    if (!stored) return undefined;
    const times = serviceTimes(analyzeTrace(spansIn(stored)));
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value!);
    remembered.set(nameOf(projectId, summary), times);
    return times;
  }

  return async (projectId, listed) => {
    const begun = elapsed();
    const times = listed.map((summary) => remembered.get(nameOf(projectId, summary)));
    const unread = listed.flatMap((summary, index) =>
      times[index] || !isShared(summary) ? [] : [{ summary, index }],
    );
    for (let at = 0; at < unread.length && elapsed() - begun < deadlineMs; at += abreast) {
      const some = unread.slice(at, at + abreast);
      const readings = await Promise.all(some.map(({ summary }) => read(projectId, summary)));
      for (const [place, { index }] of some.entries()) times[index] = readings[place];
    }
    return times;
  };
}

/** A single service needs no breakdown. */
const isShared = ({ services, spanCount }: TraceSummary): boolean =>
  services.length > 1 && spanCount <= mostSpans;

/** A trace that has grown has a different key. */
const nameOf = (projectId: ProjectId, { traceId, spanCount }: TraceSummary): string =>
  `${projectId}:${traceId}:${spanCount}`;
