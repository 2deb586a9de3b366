import { expect, test } from "vitest";
import { analyzeTrace } from "./timing/analyze.ts";
import { errorsInTime } from "./errors-in-time.ts";
import { drawSpans, sampleSpanId } from "./sample-spans.fixture.ts";

test("all failures are listed by time, once each", () => {
  const spans = drawSpans(`
    GET /cart 0-100 server !
      loader cart 10-80 !TypeError
        charge 20-60 @payment server !TypeError
      mail 85-95 @mailer error.type=timeout !
      log 96-97`);
  const same = { ...spans[2]!.events[0]!.attributes };
  spans[1]!.events[0]!.attributes = same;
  expect(errorsInTime(analyzeTrace(spans))).toEqual([
    {
      spanId: sampleSpanId(3),
      name: "charge",
      service: "payment",
      atMs: 60,
      type: "TypeError",
      message: "TypeError in charge",
      passedThrough: [sampleSpanId(2)],
    },
    {
      spanId: sampleSpanId(4),
      name: "mail",
      service: "mailer",
      atMs: 95,
      type: "timeout",
      passedThrough: [],
    },
  ]);
});

test("the same message on two unrelated spans is two failures", () => {
  const spans = drawSpans("a 0-9\n  b 1-2 !E\n  c 3-4 !E");
  for (const span of spans.slice(1)) span.events[0]!.attributes["exception.message"] = "same";
  expect(errorsInTime(analyzeTrace(spans)).map(({ name }) => name)).toEqual(["b", "c"]);
});

test("an exception's time is corrected with its span's clock", () => {
  const spans = drawSpans("call 0-100 @shop client\n  serve 1000-1040 @stock server !E");
  expect(errorsInTime(analyzeTrace(spans))[0]!.atMs).toBe(70);
  expect(errorsInTime(analyzeTrace(spans, { raw: true }))[0]!.atMs).toBe(1040);
});
