import { expect, test } from "vitest";
import { criticalPath } from "./critical-path.ts";
import { drawSpans, sampleSpan, sampleSpanId } from "./sample-spans.ts";
import { selfTimes } from "./self-time.ts";
import type { TraceTree } from "./trace-tree.ts";
import { buildTree } from "./tree.ts";

test("the path goes backwards through whatever finished last", () => {
  expect(
    path(`
      GET /cart 0-100
        session 5-20
        loader root 20-40
        loader cart 20-90
          SELECT 30-80
        log 50-60`),
  ).toEqual(["GET /cart 0-5 90-100", "session 5-20", "loader cart 20-30 80-90", "SELECT 30-80"]);
});

test("work that was only set off is not on the path; a server whose caller stopped listening is", () => {
  expect(
    path(`
      POST /order 0-100
        send mail 40-300
        GET stock 10-50 client
          GET /stock 20-120 @stock server`),
  ).toEqual(["POST /order 0-10 50-100", "GET stock 10-20", "GET /stock 20-50"]);
});

test("a trace without its root is walked over all it has", () => {
  const [, ...orphans] = drawSpans("lost 0-100\n  a 0-40\n  b 30-60\n  c 70-90");
  expect(pathOf(buildTree(orphans))).toEqual(["b 30-60", "c 70-90"]);
});

test("the segments cover the root exactly, without gap or overlap, in any tree", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const tree = randomTree(seed);
    const segments = [...criticalPath(tree).values()].flat().toSorted((a, b) => a.fromMs - b.fromMs);
    const [root] = tree.nodes;
    expect(segments[0]!.fromMs).toBe(root!.startMs);
    expect(segments.at(-1)!.toMs).toBe(root!.endMs);
    for (const [index, { fromMs }] of segments.entries()) {
      if (index > 0) expect(fromMs).toBe(segments[index - 1]!.toMs);
    }
  }
});

test("self time is the duration without the time in which a child ran", () => {
  const tree = buildTree(
    drawSpans(`
      a 10-100
        b 0-30
        c 20-40
        d 25-35
        e 90-200`),
  );
  expect([...selfTimes(tree)]).toEqual([50, 30, 20, 10, 110]);
});

const path = (drawing: string) => pathOf(buildTree(drawSpans(drawing)));

function pathOf(tree: TraceTree): string[] {
  return [...criticalPath(tree)]
    .toSorted(([a], [b]) => a - b)
    .map(([position, segments]) =>
      [tree.nodes[position]!.span.name, ...segments.map(({ fromMs, toMs }) => `${fromMs}-${toMs}`)].join(" "),
    );
}

function randomTree(seed: number): TraceTree {
  let state = seed;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const root = sampleSpan(1, "root", 0, 1000);
  const rest = Array.from({ length: 30 }, (_, index) => {
    const start = next(1000);
    const span = sampleSpan(index + 2, "x", start, start + next(400));
    return { ...span, parentSpanId: sampleSpanId(next(index + 1) + 1) };
  });
  return buildTree([root, ...rest]);
}
