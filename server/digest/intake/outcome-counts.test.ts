import { expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { countOutcomes } from "./outcome-counts.ts";

const stored = (category: string, quantity: number) => ({
  projectId: 1 as ProjectId,
  hour: 0,
  outcome: "kept" as const,
  category,
  reason: "",
  quantity,
});

test("counts stored items by category", () => {
  const counts = countOutcomes();
  counts.add([stored("monitor", 2), stored("error", 1), stored("monitor", 3)]);
  expect(counts.read().stored).toEqual({ monitor: 5, error: 1 });
});
