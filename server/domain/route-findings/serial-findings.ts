import { medianOf, typicalOf } from "./quantile-of.ts";
import { refOf, type SampledRequest, type SpanRef } from "./sampled-request.ts";
import { type SerialRun, serialRuns } from "./serial-runs.ts";

/** A run of calls that could be made together, over all requests that were looked at. Milliseconds are medians of those that have it. */
export type SerialFinding = {
  /** The first of them; `more` counts the others. */
  names: string[];
  more: number;
  /** How many calls such a run has, as usual. */
  calls: number;
  /** Where they run: the name of the span around them. */
  within: string;
  /** Requests that have it. */
  found: number;
  totalMs: number;
  savedMs: number;
  /** The first of the run in a request that would save as much as usual. */
  example: SpanRef;
};

const mostNames = 4;

export function serialFindings(requests: SampledRequest[]): SerialFinding[] {
  const runs = requests.flatMap((request) => serialRuns(request).map((run) => ({ request, run })));
  const alike = Map.groupBy(runs, ({ run }) => keyOf(run));
  return [...alike.values()].map((each) => findingOf(each));
}

const parentOf = ({ members }: SerialRun) => members[0]!.parent!.span;

// The whole of a hostile run would be a key of megabytes.
const keyOf = (run: SerialRun): string => [parentOf(run).name, ...run.names.slice(0, 20)].join("\n");

function findingOf(alike: { request: SampledRequest; run: SerialRun }[]): SerialFinding {
  const runs = alike.map(({ run }) => run);
  const typical = typicalOf(runs, ({ savedMs }) => savedMs)!;
  return {
    names: typical.names.slice(0, mostNames),
    more: Math.max(0, typical.names.length - mostNames),
    calls: medianOf(runs.map(({ members }) => members.length)),
    within: parentOf(typical).name,
    found: new Set(alike.map(({ request }) => request)).size,
    totalMs: medianOf(runs.map(({ totalMs }) => totalMs)),
    savedMs: typical.savedMs,
    example: refOf(typical.members[0]!),
  };
}
