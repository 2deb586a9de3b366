import { expect, test } from "vitest";
import { foldSiblings } from "./fold.ts";
import { drawSpans, sampleSpan, sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";
import { buildTree } from "#server/domain/trace/timing/tree.ts";

test("five equal spans are one row at the first one's place", () => {
  const items = below(`
    loader 0-100
      session 0-5
      SELECT 10-12 db.query.summary=cart_lines
      cache.get 12-13
      SELECT 20-29 db.query.summary=cart_lines
      SELECT 30-31 db.query.summary=products
      SELECT 30-33 db.query.summary=cart_lines
      SELECT 40-42 db.query.summary=cart_lines
      SELECT 38-60 db.query.summary=cart_lines`);
  expect(
    items.map((item) =>
      item.kind === "fold" ? `${item.fold.members.length} × ${item.fold.label}` : nameOf(item),
    ),
  ).toEqual(["session", "5 × cart_lines", "cache.get", "SELECT"]);
  expect(items[1]).toMatchObject({
    fold: { totalMs: 38, startMs: 10, endMs: 60, longest: { startMs: 38 } },
  });
});

test("loaders of different routes are not equal, although one request names them", () => {
  const loaders = [1, 2, 3, 4, 5].map(
    (n) => `      GET http://a.b/shop 0-${n} sentry.op=loader.remix match.route.id=routes/${n}`,
  );
  expect(below(["    GET /shop 0-9", ...loaders].join("\n")).map(({ kind }) => kind)).toEqual(
    Array(5).fill("span"),
  );
});

test("four are listed separately, as are those of another service or kind", () => {
  const four = "\n  x 1-2".repeat(4);
  expect(below(`a 0-9${four}`)).toHaveLength(4);
  expect(below(`a 0-9${four}\n  x 1-2 client`)).toHaveLength(5);
  expect(below(`a 0-9${four}\n  x 1-2 @other`)).toHaveLength(5);
  expect(below(`a 0-9${four}\n  x 1-2`)).toHaveLength(1);
});

test("a fold keeps its key when late spans join", () => {
  const drawing = `a 0-9${"\n  x 1-2".repeat(5)}`;
  const spans = drawSpans(drawing);
  const late = sampleSpan(99, "x", 0.5, 0.7, spans[0]);
  expect(keyOf(buildTree([...spans, late]).roots[0]!.children)).toBe(
    keyOf(buildTree(spans).roots[0]!.children),
  );
  const elsewhere = spans.map((span) => ({
    ...span,
    ...(span.parentSpanId && { parentSpanId: sampleSpanId(50) }),
  }));
  expect(keyOf(buildTree(elsewhere).roots.slice(1))).toMatch(/^root\./);
});

const below = (drawing: string) => foldSiblings(buildTree(drawSpans(drawing)).roots[0]!.children);

const nameOf = (item: ReturnType<typeof foldSiblings>[number]) =>
  item.kind === "span" ? item.node.span.name : "";

function keyOf(siblings: Parameters<typeof foldSiblings>[0]): string | undefined {
  const item = foldSiblings(siblings).find(({ kind }) => kind === "fold");
  return item?.kind === "fold" ? item.fold.key : undefined;
}
