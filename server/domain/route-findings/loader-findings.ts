import { allQuantiles, type Percentile } from "#server/domain/rollup/percentiles.ts";
import type { FramedStep } from "#server/domain/trace/route-tree/route-frame.ts";
import { nestRoutes } from "#server/domain/trace/route-tree/route-nesting.ts";
import { routePaths } from "#server/domain/trace/route-tree/route-path.ts";
import type { StepKind } from "#server/domain/trace/route-tree/route-step.ts";
import { type StepTime, stepTimes } from "./loader-times.ts";
import { medianOf, quantileOf, sumOf, typicalOf } from "./quantile-of.ts";
import { refOf, type SampledRequest, type SpanRef } from "./sampled-request.ts";

/** A nested loader, action, or middleware over all analyzed requests. Milliseconds. */
export type LoaderFinding = {
  routeId: string;
  /** Full path pattern, if spans have it. */
  path?: string;
  depth: number;
  kind: StepKind;
  isClient: boolean;
  /** Requests in which it ran. */
  ran: number;
  /** Of `allQuantiles`. */
  percentiles: Percentile[];
  /** Medians of its own code's time, and of its time waiting for calls. */
  selfMs: number;
  waitingMs: number;
  /** Share of the requests' time spent waiting for it, 0 to 1. */
  share: number;
  /** Requests that waited longer for it than for any other step. */
  blocked: number;
  failed: number;
  /** One with a typical duration. */
  example: SpanRef;
};

export const stepName = ({
  kind,
  isClient,
  routeId,
}: Pick<LoaderFinding, "kind" | "isClient" | "routeId">): string =>
  routeId.startsWith(`${kind} `) ? routeId : `${isClient ? "client " : ""}${kind} ${routeId}`;

/** In one request: a step that ran several times is one entry. */
type Ran = {
  durationMs: number;
  selfMs: number;
  waitedMs: number;
  failed: boolean;
  step: FramedStep;
};

type Row = Pick<LoaderFinding, "routeId" | "path" | "depth" | "kind" | "isClient"> & {
  ran: Ran[];
  blocked: number;
};

/**
 * In the order of the route tree, children below their parent, limited to those with the longest
 * waits; within a route, middleware, then actions, then loaders.
 */
export function loaderFindings(requests: SampledRequest[]): LoaderFinding[] {
  const rows = new Map<string, Row>(orderedRows(requests).map((row) => [keyOf(row), row]));
  for (const request of requests) addRequest(rows, request);
  const wholeMs = sumOf(requests.map(({ durationMs }) => durationMs));
  const findings = [...rows.values()]
    .filter(({ ran }) => ran.length > 0)
    .map((row) => findingOf(row, wholeMs));
  const told = new Set(findings.toSorted((a, b) => b.share - a.share).slice(0, mostRows));
  return findings.filter((finding) => told.has(finding));
}

/** Real applications match a handful of routes. */
const mostRows = 50;

const kinds: readonly StepKind[] = ["middleware", "lazy", "action", "loader"];

/** The steps of all requests form one tree, in which a route has one position. */
function orderedRows(requests: SampledRequest[]): Row[] {
  const steps = requests.flatMap((request) => request.steps);
  const { routes } = nestRoutes(steps);
  const paths = routePaths(routes);
  const unnamed = Map.groupBy(
    steps.filter(({ routeId }) => routeId === undefined),
    ({ node }) => node.span.name,
  );
  const all = [
    ...routes,
    ...[...unnamed].map(([routeId, ofName]) => ({ routeId, depth: 0, steps: ofName })),
  ];
  return all.flatMap(({ routeId, depth, steps: ofRoute }) => {
    const path = paths.get(routeId);
    const isOnServer = ofRoute.some(({ isClient }) => !isClient);
    return kinds.flatMap((kind): Row[] => {
      // In the browser, such a span is mostly the wait for the server's.
      const ofKind = ofRoute.filter((step) => step.kind === kind && !(isOnServer && step.isClient));
      if (ofKind.length === 0) return [];
      const { isClient } = ofKind[0]!;
      return [
        {
          routeId,
          ...(path !== undefined && { path }),
          depth,
          kind,
          isClient,
          ran: [],
          blocked: 0,
        },
      ];
    });
  });
}

const keyOf = ({ routeId, kind, isClient }: Pick<Row, "routeId" | "kind" | "isClient">): string =>
  `${kind} ${isClient} ${routeId}`;

const rowKey = ({ step }: StepTime): string =>
  keyOf({ routeId: step.routeId ?? step.node.span.name, kind: step.kind, isClient: step.isClient });

function addRequest(rows: Map<string, Row>, request: SampledRequest): void {
  let blocker: { row: Row; waitedMs: number } | undefined;
  for (const [key, times] of Map.groupBy(stepTimes(request), rowKey)) {
    const row = rows.get(key);
    if (!row) continue;
    const ran = together(times);
    row.ran.push(ran);
    if (ran.waitedMs > (blocker?.waitedMs ?? 0)) blocker = { row, waitedMs: ran.waitedMs };
  }
  if (blocker) blocker.row.blocked++;
}

const together = (times: StepTime[]): Ran => ({
  durationMs: sumOf(times.map(({ durationMs }) => durationMs)),
  selfMs: sumOf(times.map(({ selfMs }) => selfMs)),
  waitedMs: sumOf(times.map(({ waitedMs }) => waitedMs)),
  failed: times.some(({ failed }) => failed),
  step: times.reduce((longest, each) => (each.durationMs > longest.durationMs ? each : longest))
    .step,
});

function findingOf({ ran, ...row }: Row, wholeMs: number): LoaderFinding {
  const durations = ran.map(({ durationMs }) => durationMs);
  return {
    ...row,
    ran: ran.length,
    percentiles: allQuantiles.map((quantile) => ({
      quantile,
      ms: quantileOf(durations, quantile),
    })),
    selfMs: medianOf(ran.map(({ selfMs }) => selfMs)),
    waitingMs: medianOf(ran.map(({ durationMs, selfMs }) => durationMs - selfMs)),
    // Sums of fractions may slightly exceed the whole.
    share: wholeMs === 0 ? 0 : Math.min(1, sumOf(ran.map(({ waitedMs }) => waitedMs)) / wholeMs),
    failed: ran.filter(({ failed }) => failed).length,
    example: refOf(typicalOf(ran, ({ durationMs }) => durationMs)!.step.node),
  };
}
