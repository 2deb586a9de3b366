import { medianOf, sumOf } from "./quantile-of.ts";
import { savedBy } from "./replay.ts";
import { refOf, type SampledRequest, type SpanRef } from "./sampled-request.ts";
import { mostPromising, type Saving, savingOf } from "./savings.ts";
import { type SerialRun, serialRuns } from "./serial-runs.ts";

/**
 * A run of calls that could run in parallel, over all analyzed requests. Milliseconds are medians
 * of requests that have it.
 */
export type SerialFinding = Saving & {
  /** The first of them; `more` counts the others. */
  names: string[];
  more: number;
  /** Typical number of calls in such a run. */
  calls: number;
  /** Where they run: the name of the span around them. */
  within: string;
  /** Requests that have it. */
  found: number;
  totalMs: number;
  /** The first of the run in a request with typical savings. */
  example: SpanRef;
  /** The release with which it began, if that is sure. */
  since?: string;
};

const mostNames = 4;

export function serialFindings(requests: SampledRequest[]): SerialFinding[] {
  const runs = requests.flatMap((request) => serialRuns(request).map((run) => ({ request, run })));
  const alike = Map.groupBy(runs, ({ run }) => keyOf(run));
  return mostPromising([...alike.values()], ({ run }) => run.atMostMs).map(findingOf);
}

const parentOf = ({ members }: SerialRun) => members[0]!.parent!.span;

// The whole of a hostile run would be a key of megabytes.
const keyOf = (run: SerialRun): string =>
  [parentOf(run).name, ...run.names.slice(0, 20)].join("\n");

type Found = { request: SampledRequest; run: SerialRun };

function findingOf(alike: Found[]): SerialFinding {
  const runs = alike.map(({ run }) => run);
  const byRequest = [...Map.groupBy(alike, ({ request }) => request).values()];
  const { typical, ...saving } = savingOf(byRequest, parallelSavesMs);
  const { run } = typical![0]!;
  return {
    names: run.names.slice(0, mostNames),
    more: Math.max(0, run.names.length - mostNames),
    calls: medianOf(runs.map(({ members }) => members.length)),
    within: parentOf(run).name,
    found: byRequest.length,
    totalMs: medianOf(runs.map(({ totalMs }) => totalMs)),
    ...saving,
    example: refOf(run.members[0]!),
  };
}

/** All such runs of a request at once. Code between the calls still has to run. */
export function parallelSavesMs(ofRequest: Found[]): number {
  const savedMs = savedBy(ofRequest[0]!.request, {
    together: ofRequest.map(({ run }) => run.members),
  });
  return Math.min(savedMs, sumOf(ofRequest.map(({ run }) => run.atMostMs)));
}
