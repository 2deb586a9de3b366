import { expect, test } from "vitest";
import { drawSpans, sampleSpan, sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";
import type { Span } from "#server/domain/trace/span.ts";
import type { TraceTree } from "#server/domain/trace/trace-tree.ts";
import { buildTree } from "./tree.ts";

test("children are below their parent in order of start, whatever their arrival", () => {
  const spans = drawSpans(`
    GET /cart 0-100
      SELECT 60-70
      loader 10-50
        cache.get 20-30
      render 10-90`);
  const expected = ["GET /cart", "  render", "  loader", "    cache.get", "  SELECT"];
  expect(outline(buildTree(spans))).toEqual(expected);
  expect(outline(buildTree(spans.toReversed()))).toEqual(expected);
  const { nodes, durationMs } = buildTree(spans);
  expect(nodes.map(({ position, last }) => [position, last])).toEqual([
    [0, 4],
    [1, 1],
    [2, 3],
    [3, 3],
    [4, 4],
  ]);
  expect(durationMs).toBe(100);
});

test("times are exact to the nanosecond and start at the earliest span", () => {
  const [span] = drawSpans("a 0-1");
  const late = {
    ...span!,
    spanId: sampleSpanId(2),
    startedAtNs: span!.startedAtNs + 123_456_789_012_345n,
  };
  const { nodes } = buildTree([{ ...late, endedAtNs: late.startedAtNs + 1n }, span!]);
  expect(nodes[1]).toMatchObject({ startMs: 123_456_789.012_345, endMs: 123_456_789.012_346 });
});

test("a repeated span counts once", () => {
  const [span] = drawSpans("a 0-1");
  expect(
    buildTree([span!, { ...span!, name: "again" }]).nodes.map((node) => node.span.name),
  ).toEqual(["a"]);
});

test("a span with a missing parent is a root and marked as such", () => {
  const [, orphan] = drawSpans("a 0-9\n  b 1-2");
  const { roots } = buildTree([
    orphan!,
    ...drawSpans("c 3-4").map((span) => ({ ...span, spanId: sampleSpanId(7) })),
  ]);
  expect(roots.map(({ span, place }) => [span.name, place])).toEqual([
    ["b", "orphan"],
    ["c", "root"],
  ]);
});

test("cycles are cut at their earliest span", () => {
  const spans = circle([3, 1, 2]);
  const tail = sampleSpan(9, "tail", 5, 6, spans[0]);
  for (const order of [
    [...spans, tail],
    [tail, ...spans.toReversed()],
  ]) {
    const tree = buildTree(order);
    expect(tree.roots.map(({ span, place }) => [span.name, place])).toEqual([["at 1", "cycle"]]);
    expect(tree.nodes).toHaveLength(4);
  }
});

test("a span that is its own parent is a root", () => {
  const [span] = drawSpans("a 0-1");
  expect(buildTree([{ ...span!, parentSpanId: span!.spanId }]).roots[0]).toMatchObject({
    place: "cycle",
    children: [],
  });
});

test("any graph of parents keeps every span once, below an earlier parent", () => {
  for (let seed = 1; seed <= 200; seed++) {
    const spans = tangle(seed, 40);
    const { nodes, roots } = buildTree(spans);
    expect(new Set(nodes.map(({ span }) => span.spanId)).size).toBe(40);
    expect(
      nodes.every(({ parent, position }) => parent === undefined || isWithin(position, parent)),
    ).toBe(true);
    expect(roots.length).toBe(nodes.filter(({ parent }) => parent === undefined).length);
  }
});

test("a chain of 100,000 spans does not overflow the stack", () => {
  const chain = Array.from({ length: 100_000 }, (_, index) => {
    const span = sampleSpan(index + 1, "step", index / 1000, 200);
    return index === 0 ? span : { ...span, parentSpanId: sampleSpanId(index) };
  });
  expect(buildTree(chain).nodes.at(-1)!.depth).toBe(99_999);
});

const isWithin = (position: number, parent: { position: number; last: number }) =>
  parent.position < position && position <= parent.last;

const outline = ({ nodes }: TraceTree) =>
  nodes.map(({ depth, span }) => `${"  ".repeat(depth)}${span.name}`);

/** Each is the child of the next, and the last is the child of the first. */
function circle(starts: number[]): Span[] {
  return starts.map((start, index) => ({
    ...sampleSpan(index + 1, `at ${start}`, start, 10),
    parentSpanId: sampleSpanId(((index + 1) % starts.length) + 1),
  }));
}

function tangle(seed: number, count: number): Span[] {
  let state = seed;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  return Array.from({ length: count }, (_, index) => {
    const start = next(50);
    const span = sampleSpan(index + 1, "x", start, start + next(50));
    return next(4) === 0 ? span : { ...span, parentSpanId: sampleSpanId(next(count + 3) + 1) };
  });
}

test("a late event does not extend the trace", () => {
  const load = sampleSpan(1, "document load", 0, 300);
  const vital = sampleSpan(2, "browser.web_vital inp", 90_000, 90_000, load);
  expect(buildTree([load, vital]).durationMs).toBe(300);
  expect(buildTree([sampleSpan(3, "a", 5, 5), sampleSpan(4, "b", 25, 25)]).durationMs).toBe(20);
});
