import { expect, test } from "vitest";
import { drawSpans } from "#server/domain/trace/sample-spans.fixture.ts";
import { analyzeTrace } from "./analyze.ts";
import { longestWait } from "./longest-wait.ts";

const waitIn = (drawing: string) => {
  const trace = analyzeTrace(drawSpans(drawing));
  const longest = longestWait(trace);
  return longest && { name: trace.tree.nodes[longest.position]!.span.name, ms: longest.ms };
};

test("a trace waits longest for the span with most time of its own on the critical path", () => {
  expect(
    waitIn(`
      GET /cart 0-100 server
        loader cart 10-95
          SELECT carts 12-30 client
          GET /stock 30-90 client
        loader root 10-80`),
  ).toEqual({ name: "GET /stock", ms: 60 });
});

test("a trace without duration waits for nothing", () => {
  expect(waitIn("GET /cart 5-5 server")).toBeUndefined();
});
