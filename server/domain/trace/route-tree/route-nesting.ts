import type { FramedStep } from "./route-frame.ts";
import { parentById } from "./route-id-path.ts";

/** One route of a frame: its steps in order of start, and its position. */
export type NestedRoute = {
  routeId: string;
  depth: number;
  parentId: string | undefined;
  /** Empty if a child names a parent that ran nothing. */
  steps: FramedStep[];
};

type Nesting = {
  routes: NestedRoute[];
  /** Some route's parent was inferred. */ isGuessed: boolean;
};

/**
 * Routes of a frame's steps, root first, children by first start. A span's stated parent counts,
 * then the route whose ID is a prefix of this one's. Otherwise, the matched branch is inferred from
 * order: React Router calls the loaders of a branch one after the other from the root on, in
 * parallel.
 */
export function nestRoutes(framed: FramedStep[]): Nesting {
  const named = framed.filter(({ routeId }) => routeId !== undefined).toSorted(byStart);
  const steps = Map.groupBy(named, ({ routeId }) => routeId!);
  const told = toldParents(steps);
  const guessed = guessParents(branches(named), told);
  const parents = new Map([...guessed, ...told]);
  for (const parentId of told.values()) {
    if (steps.has(parentId)) continue;
    steps.set(parentId, []);
    if (!parents.has(parentId) && parentId !== "root" && steps.has("root"))
      parents.set(parentId, "root");
  }
  // Every route is below the root.
  return {
    routes: inOrder(steps, parents),
    isGuessed: [...guessed.values()].some((parentId) => parentId !== "root"),
  };
}

const byStart = (a: FramedStep, b: FramedStep): number =>
  a.node.startMs - b.node.startMs ||
  (a.depth ?? 0) - (b.depth ?? 0) ||
  a.node.position - b.node.position;

function toldParents(steps: Map<string, FramedStep[]>): Map<string, string> {
  const parents = new Map<string, string>();
  const ids = new Set(steps.keys());
  for (const [routeId, ofRoute] of steps) {
    const parentId =
      ofRoute.find((step) => step.parentId !== undefined)?.parentId ?? parentById(routeId, ids);
    if (parentId !== undefined && parentId !== routeId) parents.set(routeId, parentId);
  }
  return parents;
}

/** The routes of each request, from the root on. */
function branches(named: FramedStep[]): FramedStep[][] {
  const ofRequests = Map.groupBy(named, ({ request }) => request);
  return [...ofRequests.values()].map((steps) => {
    const firsts = [...Map.groupBy(steps, ({ routeId }) => routeId).values()].map(
      ([first]) => first!,
    );
    return firsts.toSorted(
      (a, b) => Number(b.routeId === "root") - Number(a.routeId === "root") || byDepth(a, b),
    );
  });
}

const byDepth = (a: FramedStep, b: FramedStep): number =>
  a.depth !== undefined && b.depth !== undefined && a.depth !== b.depth
    ? a.depth - b.depth
    : byStart(a, b);

function guessParents(requests: FramedStep[][], told: Map<string, string>): Map<string, string> {
  const guessed = new Map<string, string>();
  for (const branch of requests) {
    for (const [index, { routeId, depth }] of branch.entries()) {
      if (depth === 0 || told.has(routeId!) || guessed.has(routeId!)) continue;
      const before = branch.slice(Math.max(0, index - deepest), index);
      const outer = before.findLast((step) => !liesIn(step.routeId!, routeId!, told, guessed));
      if (outer) guessed.set(routeId!, outer.routeId!);
    }
  }
  return guessed;
}

// Real routes are not nested deeper, and hostile spans must not cause a long walk.
const deepest = 64;

function liesIn(
  routeId: string,
  outer: string,
  told: Map<string, string>,
  guessed: Map<string, string>,
): boolean {
  let at: string | undefined = routeId;
  for (let level = 0; at !== undefined && level < deepest; level++) {
    if (at === outer) return true;
    at = told.get(at) ?? guessed.get(at);
  }
  return false;
}

/** Depth first. Circular parents are hostile or inferred wrongly; such routes are at the top. */
function inOrder(steps: Map<string, FramedStep[]>, parents: Map<string, string>): NestedRoute[] {
  const children = Map.groupBy(steps.keys(), (routeId) => parents.get(routeId));
  const placed = new Set<string>();
  const routes: NestedRoute[] = [];
  for (const top of [...(children.get(undefined) ?? []), ...steps.keys()]) place(top);
  return routes;

  function place(top: string): void {
    const waiting = [{ routeId: top, depth: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { routeId, depth } = next;
      if (placed.has(routeId)) continue;
      placed.add(routeId);
      routes.push({
        routeId,
        depth,
        parentId: depth > 0 ? parents.get(routeId) : undefined,
        steps: steps.get(routeId)!,
      });
      for (const child of (children.get(routeId) ?? []).toReversed())
        waiting.push({ routeId: child, depth: depth + 1 });
    }
  }
}
