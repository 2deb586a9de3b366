import { expect, test } from "vitest";
import { runTarget } from "./run-target.ts";
import { targets } from "./targets/all.ts";

// `npm run fuzz` runs longer and with other seeds.
const budget = { seed: 20_261_121, rounds: 80 };

test.each(targets)("$name accepts any input", async (target) => {
  const { finding, reads } = await runTarget(target, budget);
  expect(
    finding &&
      `${finding.why}\n--only="${target.name}" --seed=${finding.seed} --rounds=1, ${finding.file}`,
  ).toBe(undefined);
  expect(reads).toBeGreaterThan(budget.rounds);
});
