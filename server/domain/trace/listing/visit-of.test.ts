import { expect, test } from "vitest";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";
import { visitOf } from "./visit-of.ts";

/** For the span that a server counts. */
function visitIn(drawing: string) {
  const spans = drawSpans(drawing);
  const counted = spans.find(({ kind }) => kind === "server")!;
  return visitOf(analyzeTrace(spans), counted.spanId);
}

test("a request belongs to the surrounding page load or navigation", () => {
  expect(
    visitIn(`
    navigate /cart 0-420 @browser react_router.kind=navigation
      GET /cart.data 2-410 @browser client
        GET /cart 5-405 @shop server`),
  ).toBe("navigation");
  expect(
    visitIn(`
    document /cart 0-900 @browser react_router.kind=document
      GET /cart 2-410 @browser client
        GET /cart 5-405 @shop server`),
  ).toBe("page load");
  expect(visitIn("GET /cart 5-405 @shop server")).toBe("request");
});
