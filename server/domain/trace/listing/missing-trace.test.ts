import { expect, test } from "vitest";
import { settingsFrom } from "#server/domain/project/settings.ts";
import { chanceOf } from "#server/domain/rollup/sample-choice.ts";
import { missingTrace } from "./missing-trace.ts";

const ids = Array.from({ length: 200 }, (_, number) => number.toString(16).padStart(32, "0"));
const whyNot = (traceId: string | undefined, keptShare: number) =>
  missingTrace(traceId, settingsFrom({ sampling: { keptShare } }));

test("sampling is named only where it would have removed the trace", () => {
  const isKept = (traceId: string) => chanceOf(traceId) / 2 ** 32 < 0.125;
  expect(ids.some(isKept)).toBe(true);
  for (const traceId of ids)
    expect(whyNot(traceId, 0.125).includes("12.5%"), traceId).toBe(!isKept(traceId));
  for (const traceId of ids) expect(whyNot(traceId, 1)).not.toContain("sampling");
  expect(whyNot(undefined, 0)).not.toContain("sampling");
});
