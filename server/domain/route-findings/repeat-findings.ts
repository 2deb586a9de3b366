import { medianOf, mostFrequent } from "./quantile-of.ts";
import { savedBy } from "./replay.ts";
import { type RepeatedQuery, repeatedQueries } from "./repeated-queries.ts";
import { refOf, type SampledRequest, type SpanRef } from "./sampled-request.ts";
import { mostPromising, type Saving, savingOf } from "./savings.ts";

/**
 * Queries of one shape that requests run more than once, over all analyzed requests. Milliseconds
 * are medians of requests that do.
 */
export type RepeatFinding = Saving & {
  label: string;
  service: string;
  /** As in most of the requests. */
  kind: RepeatedQuery["kind"];
  /** For an N+1 query: the query that returned the rows. */
  after?: string;
  /** Routes whose loaders run them, most frequent first. */
  routeIds: string[];
  /** Requests that have it. */
  found: number;
  /** Number per request. */
  medianCount: number;
  mostCount: number;
  totalMs: number;
  /** The first one in a request with typical savings. */
  example: SpanRef;
  /** The release with which it began, if that is sure. */
  since?: string;
};

const mostRoutes = 4;

type Found = { request: SampledRequest; repeat: RepeatedQuery };

export function repeatFindings(requests: SampledRequest[]): RepeatFinding[] {
  const all = requests.flatMap((request) =>
    repeatedQueries(request).map((repeat): Found => ({ request, repeat })),
  );
  const alike = Map.groupBy(all, ({ repeat: { service, shape } }) => `${service}\n${shape}`);
  return mostPromising([...alike.values()], ({ repeat }) => repeat.atMostMs).map(findingOf);
}

function findingOf(found: Found[]): RepeatFinding {
  const repeats = found.map(({ repeat }) => repeat);
  const { typical, ...saving } = savingOf(found, onceSavesMs);
  const { label, service, members } = typical!.repeat;
  const kind = mostFrequent(repeats.map((each) => each.kind))!;
  const after =
    kind === "n-plus-one" ? mostFrequent(repeats.flatMap((each) => each.after ?? [])) : undefined;
  const counts = repeats.map((each) => each.members.length);
  const routeIds = Map.groupBy(
    repeats.flatMap((each) => each.routeIds),
    (routeId) => routeId,
  );
  const byFrequency = [...routeIds]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([routeId]) => routeId);
  return {
    label,
    service,
    kind,
    ...(after !== undefined && { after }),
    routeIds: byFrequency.slice(0, mostRoutes),
    found: repeats.length,
    medianCount: medianOf(counts),
    mostCount: counts.reduce((most, count) => Math.max(most, count), 0),
    totalMs: medianOf(repeats.map(({ totalMs }) => totalMs)),
    ...saving,
    example: refOf(members[0]!),
  };
}

/** Run once, at the position of the first, for the duration of the longest. */
export function onceSavesMs({ request, repeat: { members, atMostMs } }: Found): number {
  const longestMs = members.reduce(
    (longest, { startMs, endMs }) => Math.max(longest, endMs - startMs),
    0,
  );
  const lasting = new Map(members.map((member, index) => [member, index === 0 ? longestMs : 0]));
  return Math.min(savedBy(request, { lasting }), atMostMs);
}
