import type { ProjectId } from "#server/domain/ids.ts";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { type ServiceTime, serviceTimes } from "#server/domain/trace/timing/service-times.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { spansIn } from "#server/read/read-trace.ts";
import type { TraceStore } from "#server/storage/traces/trace-store.ts";

/**
 * What each service of these traces spent itself, in their order. Undefined: of one service alone,
 * too large, or there was no time to read it.
 */
export type ReadServiceTimes = (
  projectId: ProjectId,
  traces: TraceSummary[],
) => Promise<(ServiceTime[] | undefined)[]>;

/** Of reading and analyzing for one page of the list. A trace of 20 spans takes 0.3 ms. */
const deadlineMs = 40;
/** Such a trace alone takes half of that. */
const mostSpans = 2_000;
/** Of a database, as many at a time as cost no wait for each; of files, one after the other. */
const abreast = 8;
/** A list is read again and again while its traces stay as they are. */
const mostRemembered = 5_000;

type Deps = {
  traces: Pick<TraceStore, "find">;
  /** Milliseconds from any beginning. */ elapsed: () => number;
};

/**
 * Read from the spans when the list is shown. Stored with a summary they would cost every trace bytes, and parts that come one
 * by one do not know how long a service waited for another.
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

/** Of one service there is nothing to tell apart. */
const isShared = ({ services, spanCount }: TraceSummary): boolean =>
  services.length > 1 && spanCount <= mostSpans;

/** A trace that has grown is another one. */
const nameOf = (projectId: ProjectId, { traceId, spanCount }: TraceSummary): string =>
  `${projectId}:${traceId}:${spanCount}`;
