import { expect, test } from "vitest";
import { parseTraceparent } from "./document-load.ts";

test("only a valid traceparent is read", () => {
  const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
  expect(parseTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({
    traceId,
    spanId,
    traceFlags: 1,
    isRemote: true,
  });
  for (const wrong of [
    "",
    "00-0-0-01",
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
  ]) {
    expect(parseTraceparent(wrong), wrong).toBeUndefined();
  }
});
