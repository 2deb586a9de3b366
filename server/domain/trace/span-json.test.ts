import { expect, test } from "vitest";
import { drawSpans } from "./sample-spans.fixture.ts";
import { spanJson } from "./span-json.ts";

test("numbers beyond JSON become text, times keep nanoseconds, and nothing is omitted", () => {
  const [, span] = drawSpans("GET /cart 0-10 server\n  SELECT 0.000001-2 @db !Timeout");
  span!.attributes = {
    big: 9_007_199_254_740_993n,
    list: [1, 2n ** 63n, { deep: [3n] }],
    raw: { bytes: "AAE=" },
    none: null,
  };
  const json = spanJson(span!);
  expect(JSON.parse(JSON.stringify(json))).toEqual(json);
  expect(json).toMatchObject({
    parentSpanId: "0000000000000001",
    startTimeUnixNano: "1795236863000000001",
    attributes: {
      big: "9007199254740993",
      list: [1, "9223372036854775808", { deep: ["3"] }],
      raw: { bytes: "AAE=" },
      none: null,
    },
    events: [{ name: "exception", attributes: { "exception.type": "Timeout" } }],
    dropped: { attributes: 0, events: 0, links: 0 },
  });
});
