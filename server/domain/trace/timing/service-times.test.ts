import { expect, test } from "vitest";
import { analyzeTrace } from "./analyze.ts";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";
import { serviceTimes } from "./service-times.ts";

test("each service has its spans' time without their waits", () => {
  const trace = analyzeTrace(
    drawSpans(`
  navigate 0-100 @browser
    GET /cart 20-80 @shop server
      SELECT carts 30-60 @shop
      GET /stock 60-75 @stock server`),
  );
  expect(serviceTimes(trace)).toEqual([
    { service: "browser", selfMs: 40 },
    { service: "shop", selfMs: 45 },
    { service: "stock", selfMs: 15 },
  ]);
});

test("a single-service trace belongs to it, and an empty one has no service", () => {
  expect(serviceTimes(analyzeTrace(drawSpans("job 0-10 @worker")))).toEqual([
    { service: "worker", selfMs: 10 },
  ]);
  expect(serviceTimes(analyzeTrace([]))).toEqual([]);
});
