import { counted } from "#server/domain/count.ts";
import type { FramedStep } from "./route-frame.ts";
import type { NestedRoute } from "./route-nesting.ts";

/** A route whose row is being built. */
export type PlacedRoute = Pick<NestedRoute, "routeId" | "depth" | "steps"> & {
  path?: string | undefined;
  /** Summary of the rows below it if their route is unknown: `1 action and 2 loaders`. */
  unnamed?: { said: string; steps: FramedStep[] };
};

/**
 * Rows for loaders and actions without a route: Sentry's for React Router only have the pattern of
 * the whole request. One row per pattern; if several ran on the server, one below it for each, in
 * order of start. Browser steps belong to the pattern, because it is unknown which waited for which
 * loader.
 */
export function unnamedRoutes(steps: readonly FramedStep[]): PlacedRoute[] {
  const unnamed = steps.filter(
    ({ routeId, kind }) => routeId === undefined && (kind === "loader" || kind === "action"),
  );
  return [...Map.groupBy(unnamed, ({ node }) => node.span.name)].flatMap(([pattern, ofPattern]) =>
    rowsOf(pattern, ofPattern),
  );
}

function rowsOf(pattern: string, steps: FramedStep[]): PlacedRoute[] {
  const onServer = steps.filter(({ isClient }) => !isClient);
  if (onServer.length <= 1) return [{ routeId: pattern, depth: 0, steps }];
  const ordered = onServer.toSorted((a, b) => a.node.startMs - b.node.startMs);
  const inBrowser = steps.filter(({ isClient }) => isClient);
  return [
    {
      routeId: pattern,
      depth: 0,
      steps: inBrowser,
      unnamed: { said: countsOf(ordered), steps: ordered },
    },
    ...ordered.map((step) => ({
      routeId: `${pattern} ${labelOf(step, ordered)}`,
      depth: 1,
      steps: [step],
    })),
  ];
}

/** `action`, `loader 2 of 4` */
function labelOf(step: FramedStep, all: FramedStep[]): string {
  const alike = all.filter(({ kind }) => kind === step.kind);
  return alike.length === 1
    ? step.kind
    : `${step.kind} ${alike.indexOf(step) + 1} of ${alike.length}`;
}

function countsOf(steps: FramedStep[]): string {
  const [actions, loaders] = ["action", "loader"].map(
    (kind) => steps.filter((step) => step.kind === kind).length,
  );
  return [
    ...(actions! > 0 ? [counted(actions!, "action")] : []),
    ...(loaders! > 0 ? [counted(loaders!, "loader")] : []),
  ].join(" and ");
}
