import { medianOf, mostFrequent, typicalOf } from "./quantile-of.ts";
import { type RepeatedQuery, repeatedQueries } from "./repeated-queries.ts";
import { refOf, type SampledRequest, type SpanRef } from "./sampled-request.ts";

/** Queries of one shape that requests make more than once, over all requests that were looked at. Milliseconds are medians of those that do. */
export type RepeatFinding = {
  label: string;
  service: string;
  /** As in most of the requests. */
  kind: RepeatedQuery["kind"];
  /** Of an n-plus-one: the query whose rows they follow. */
  after?: string;
  /** The routes whose loaders make them, the most frequent first. */
  routeIds: string[];
  /** Requests that have it. */
  found: number;
  /** How many of them a request makes. */
  medianCount: number;
  mostCount: number;
  totalMs: number;
  savedMs: number;
  /** The first of them in a request that would save as much as usual. */
  example: SpanRef;
};

const mostRoutes = 4;

export function repeatFindings(requests: SampledRequest[]): RepeatFinding[] {
  const alike = Map.groupBy(requests.flatMap(repeatedQueries), ({ service, shape }) => `${service}\n${shape}`);
  return [...alike.values()].map(findingOf);
}

function findingOf(repeats: RepeatedQuery[]): RepeatFinding {
  const typical = typicalOf(repeats, ({ savedMs }) => savedMs)!;
  const kind = mostFrequent(repeats.map((each) => each.kind))!;
  const after = kind === "n-plus-one" ? mostFrequent(repeats.flatMap((each) => each.after ?? [])) : undefined;
  const counts = repeats.map(({ members }) => members.length);
  const routeIds = Map.groupBy(
    repeats.flatMap((each) => each.routeIds),
    (routeId) => routeId,
  );
  const byFrequency = [...routeIds].toSorted(([, a], [, b]) => b.length - a.length).map(([routeId]) => routeId);
  return {
    ...{ label: typical.label, service: typical.service, kind },
    ...(after !== undefined && { after }),
    routeIds: byFrequency.slice(0, mostRoutes),
    found: repeats.length,
    medianCount: medianOf(counts),
    mostCount: counts.reduce((most, count) => Math.max(most, count), 0),
    totalMs: medianOf(repeats.map(({ totalMs }) => totalMs)),
    savedMs: typical.savedMs,
    example: refOf(typical.members[0]!),
  };
}
