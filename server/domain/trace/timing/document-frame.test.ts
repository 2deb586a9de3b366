import { expect, test } from "vitest";
import { criticalPath } from "./critical-path.ts";
import { drawSpans, sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";
import { correctSkew } from "./skew.ts";
import { buildTree } from "./tree.ts";
import { traceWork } from "./trace-work.ts";

const document = `
  GET /cart 50-150 @shop server
    loader root 60-100
    documentLoad 0-400 @browser
      documentFetch 10-160
      hydrate 300-380`;

test("a page load surrounds its document request, which keeps its time", () => {
  const { nodes } = correctSkew(buildTree(drawSpans(document)));
  expect(
    nodes.map(({ depth, span, startMs, shiftedMs }) => [depth, span.name, startMs, shiftedMs]),
  ).toEqual([
    [0, "documentLoad", 0, 0],
    [1, "documentFetch", 10, 0],
    [2, "GET /cart", 50, 0],
    [3, "loader root", 60, 0],
    [1, "hydrate", 300, 0],
  ]);
  expect(nodes[0]).toMatchObject({ inverted: true, place: "root" });
});

test("a wrong server clock moves the request, never the page", () => {
  const { nodes } = correctSkew(
    buildTree(drawSpans(document.replace("50-150", "5050-5150").replace("60-100", "5060-5100"))),
  );
  expect(nodes.map(({ span, startMs, shiftedMs }) => [span.name, startMs, shiftedMs])).toEqual([
    ["documentLoad", 0, 0],
    ["documentFetch", 10, 0],
    ["GET /cart", 35, -5015],
    ["loader root", 45, -5015],
    ["hydrate", 300, 0],
  ]);
});

test("a request claimed as a child without a parent is another process", () => {
  const [request, ...others] = drawSpans(document.replace("50-150", "50-170"));
  const asSent = buildTree([{ ...request!, parentIsRemote: false }, ...others]);
  expect(criticalPath(asSent, traceWork(asSent)).get(3)).toEqual([{ fromMs: 60, toMs: 100 }]);
  const wrong = drawSpans(document.replace("50-150", "5050-5150").replace("60-100", "5060-5100"));
  const { nodes } = correctSkew(
    buildTree([{ ...wrong[0]!, parentIsRemote: false }, ...wrong.slice(1)]),
  );
  expect(nodes.map(({ shiftedMs }) => shiftedMs)).toEqual([0, 0, -5015, -5015, 0]);
});

test("Sentry's page load is below its rendering span", () => {
  const { nodes } = buildTree(
    drawSpans(`
      GET /cart 50-150 @shop server
        render 90-140
          /cart 0-400 @web sentry.op=pageload`),
  );
  expect(nodes.map(({ depth, span }) => `${depth} ${span.name}`)).toEqual([
    "0 /cart",
    "1 GET /cart",
    "2 render",
  ]);
});

test("only the first load of a cached page belongs to the request", () => {
  const tree = buildTree(
    drawSpans(`
      GET /cart 50-150 @shop server
        documentLoad 90000-90400 @browser
          hydrate 90300-90380
        documentLoad 0-400 @browser
        first input 500-510 @browser
        first input 90500-90510 @browser`),
  );
  expect(tree.roots.map(({ span, place, inverted }) => [span.spanId, place, inverted])).toEqual([
    [sampleSpanId(4), "root", true],
    [sampleSpanId(2), "cached-load", true],
  ]);
  expect(tree.durationMs).toBe(510);
  expect(tree.nodes.at(-1)).toMatchObject({
    span: { name: "first input" },
    depth: 1,
    startMs: 90_500,
  });
});

test("a browser span that is no page load keeps its place and time", () => {
  const { nodes } = correctSkew(
    buildTree(drawSpans("GET /cart 50-150 @shop server\n  click 400-410 @browser")),
  );
  expect(nodes[1]).toMatchObject({ depth: 1, startMs: 350, shiftedMs: 0 });
});
