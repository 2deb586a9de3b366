import { expect, test } from "vitest";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { createTally } from "./tally.ts";

const projectId = 1 as ProjectId;

test("invented reasons of client reports in refused requests share one row", async () => {
  const written: OutcomeEntry[] = [];
  const tally = createTally({ add: async (entries) => void written.push(...entries) }, 2);
  for (let at = 0; at < 100; at++) {
    const loss = {
      outcome: "lost-at-client",
      category: "error",
      reason: `made_up_${at}`,
      quantity: 2,
    } as const;
    tally.count({ projectId, items: [{ kind: "counted", ...loss }] }, 0);
    await tally.flush();
  }
  expect(new Set(written.map(({ reason }) => reason))).toEqual(
    new Set(["made_up_0", "made_up_1", "other"]),
  );
  expect(written.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(200);
});
