import { expect, test } from "vitest";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { compareRouteTrees } from "./compare-routes.ts";
import { routeTrees } from "./route-tree.ts";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";

const tree = (...loaders: [routeId: string, parentId: string, ms: number][]) =>
  routeTrees(
    analyzeTrace(
      drawSpans(
        [
          "GET /cart 0-500 server",
          ...loaders.map(([routeId, parentId, ms], index) => {
            const parent = parentId && ` react_router.route.parent_id=${parentId}`;
            return `  loader ${index}-${index + ms} react_router.kind=loader react_router.route.id=${routeId}${parent}`;
          }),
        ].join("\n"),
      ),
    ),
  )[0];

test("routes are aligned, and a removed one keeps its position", () => {
  const before = tree(
    ["root", "", 10],
    ["shop", "root", 40],
    ["old", "shop", 20],
    ["cart", "shop", 100],
  );
  const after = tree(
    ["root", "", 12],
    ["shop", "root", 40],
    ["cart", "shop", 190],
    ["new", "cart", 7],
  );
  expect(
    compareRouteTrees(before, after).map(
      ({ routeId, depth, before: was, after: is, differenceMs }) => [
        routeId,
        depth,
        was?.durationMs,
        is?.durationMs,
        differenceMs,
      ],
    ),
  ).toEqual([
    ["root", 0, 10, 12, 2],
    ["shop", 1, 40, 40, 0],
    ["old", 2, 20, undefined, -20],
    ["cart", 2, 100, 190, 90],
    ["new", 3, undefined, 7, 7],
  ]);
  expect(compareRouteTrees(undefined, undefined)).toEqual([]);
});
