import { expect, test } from "vitest";
import { apdexOf, apdexTargetMs, countApdex, failureRateOf } from "./apdex.ts";
import { operationKinds } from "./operation.ts";
import { emptyRollup } from "./rollup.ts";

test.each(operationKinds)(
  "%s: satisfied up to T, tolerating up to 4 T, and failed requests are neither",
  (kind) => {
    const target = apdexTargetMs(kind);
    const rollup = emptyRollup();
    for (const durationMs of [0, target, target + 1, 4 * target, 4 * target + 1])
      countApdex(rollup, kind, durationMs, false);
    countApdex(rollup, kind, 1, true);
    expect(rollup).toMatchObject({ satisfied: 2, tolerated: 2 });
  },
);

test("tolerating requests count half; without requests there is no score", () => {
  const rollup = emptyRollup();
  expect([apdexOf(rollup), failureRateOf(rollup)]).toEqual([undefined, undefined]);
  for (const durationMs of [10, 20, 30, 40]) rollup.durations.add(durationMs);
  Object.assign(rollup, { satisfied: 2, tolerated: 1, failed: 1 });
  expect([apdexOf(rollup), failureRateOf(rollup)]).toEqual([0.625, 0.25]);
});
