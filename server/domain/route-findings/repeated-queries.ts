import { coveredMs } from "#server/domain/trace/timing/interval.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import { sumOf } from "./quantile-of.ts";
import type { Query } from "./query.ts";
import type { SampledRequest } from "./sampled-request.ts";

/** Queries of one shape that one request ran more than once. */
export type RepeatedQuery = {
  service: string;
  shape: string;
  label: string;
  /**
   * `same`: the same query each time. `n-plus-one`: one per row of the query before them.
   * `repeated`: neither is known.
   */
  kind: "same" | "n-plus-one" | "repeated";
  /** For an N+1 query: the query that returned the rows. */
  after?: string;
  /** In order of start. */
  members: TraceNode[];
  /** Routes whose loaders ran them; empty if none did. */
  routeIds: string[];
  totalMs: number;
  /**
   * Maximum savings of running once: their total time without the longest, as far as the request
   * waited for them.
   */
  atMostMs: number;
};

type Asked = {
  node: TraceNode;
  query: Query;
  routeId: string | undefined;
  /** The previous query of another shape below the same parent. */ after: Asked | undefined;
};

/** With fewer rows, they may be two similar queries by coincidence. */
const leastRows = 3;

/** The repeated queries of a request, one entry per service and shape. */
export function repeatedQueries(request: SampledRequest): RepeatedQuery[] {
  const byShape = Map.groupBy(
    queriesOf(request),
    ({ node, query }) => `${node.span.service}\n${query.shape}`,
  );
  return [...byShape.values()]
    .filter(({ length }) => length > 1)
    .map((asked) => repeatedOf(request, asked));
}

/** The outermost query spans: drivers and object mappers each record the same query. */
function queriesOf({ nodes, node: top, steps, calls }: SampledRequest): Asked[] {
  const routeIds = new Map(
    steps.map(({ node, routeId, kind }) => [node, routeId ?? `${kind} ${node.span.name}`]),
  );
  const around: { routeId: string | undefined; isInQuery: boolean }[] = [];
  const before = new Map<TraceNode | undefined, Asked>();
  const asked: Asked[] = [];
  for (const [index, node] of nodes.entries()) {
    const outer = node === top ? undefined : around[node.parent!.position - top.position];
    const call = calls[index];
    const query = outer?.isInQuery === true || call?.isAround === true ? undefined : call?.query;
    const routeId = routeIds.get(node) ?? outer?.routeId;
    around.push({ routeId, isInQuery: query !== undefined || outer?.isInQuery === true });
    if (!query || query.act === "control") continue;
    const previous = before.get(node.parent);
    const each = {
      node,
      query,
      routeId,
      after: previous?.query.shape === query.shape ? previous.after : previous,
    };
    before.set(node.parent, each);
    asked.push(each);
  }
  return asked;
}

function repeatedOf({ waitedFor }: SampledRequest, asked: Asked[]): RepeatedQuery {
  const { node, query } = asked[0]!;
  const members = asked.map((each) => each.node);
  const longestMs = members.reduce((longest, each) => Math.max(longest, durationOf(each)), 0);
  const after = rowsOf(asked);
  const kind = isSame(asked) ? "same" : after ? "n-plus-one" : "repeated";
  return {
    service: node.span.service,
    shape: query.shape,
    label: query.label,
    kind,
    members,
    ...(kind === "n-plus-one" && { after: after!.query.label }),
    routeIds: [...new Set(asked.flatMap(({ routeId }) => routeId ?? []))],
    totalMs: sumOf(members.map(durationOf)),
    atMostMs: Math.max(0, Math.min(ranMs(members) - longestMs, sumOf(members.map(waitedFor)))),
  };
}

const isSame = ([first, ...others]: Asked[]): boolean =>
  first!.query.whole !== undefined &&
  others.every(({ query }) => query.whole === first!.query.whole);

/** The query followed by enough of these below one parent. */
function rowsOf(asked: Asked[]): Asked | undefined {
  for (const [leader, rows] of Map.groupBy(asked, ({ after }) => after)) {
    const isBefore =
      leader !== undefined && leader.node.endMs <= rows[0]!.node.startMs + roundingMs;
    if (isBefore && rows.length >= leastRows) return leader;
  }
  return undefined;
}

const roundingMs = 0.05;

const ranMs = (members: TraceNode[]): number =>
  coveredMs(
    members
      .toSorted((a, b) => a.startMs - b.startMs)
      .map(({ startMs, endMs }) => ({ fromMs: startMs, toMs: endMs })),
  );

const durationOf = ({ startMs, endMs }: TraceNode): number => endMs - startMs;
