import { counted } from "#server/domain/count.ts";
import type { FramedStep } from "./route-frame.ts";
import type { NestedRoute } from "./route-nesting.ts";

/** A route as its row is made. */
export type PlacedRoute = Pick<NestedRoute, "routeId" | "depth" | "steps"> & {
  path?: string | undefined;
  /** What the rows below it are, where their route is unknown: `1 action and 2 loaders`. */
  unnamed?: { said: string; steps: FramedStep[] };
};

/**
 * Rows for loaders and actions that do not name their route: Sentry's for React Router bear the
 * pattern that the whole request matched, and no more. One row for each pattern; where several ran
 * on the server, one below it for each, in order of start. The browser's own steps are those of the
 * pattern: which of them waited for which loader is unknown.
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
