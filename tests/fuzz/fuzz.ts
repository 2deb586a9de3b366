/**
 * `npm run fuzz` reads mutants of real samples with every parser for a minute; `-- --minutes=10`
 * runs longer, `-- --only=envelope` runs one, and `-- --seed=7 --rounds=1` repeats a finding. Each
 * target (`targets/`) defines what its parser must not do; findings are saved in
 * `test-results/fuzz`.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { type Finding, runTarget } from "./run-target.ts";
import { targets } from "./targets/all.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    seed: { type: "string" },
    rounds: { type: "string" },
  },
});
const chosen = targets.filter(({ name }) => name.includes(values.only));
const seed = values.seed === undefined ? randomInt(2 ** 30) : Number(values.seed);
const eachMs = (Number(values.minutes) * 60_000) / chosen.length;
const findings: Finding[] = [];

console.log(`Seed ${seed}: ${chosen.length} parsers, ${Math.round(eachMs / 1_000)} s each.`);
for (const target of chosen) {
  const budget = values.rounds
    ? { seed, rounds: Number(values.rounds) }
    : { seed, rounds: Infinity, until: performance.now() + eachMs };
  const { reads, slowestMs, finding } = await runTarget(target, budget);
  console.log(
    `${target.name.padEnd(24)} ${String(reads).padStart(9)} reads, the slowest ${slowestMs.toFixed(1)} ms`,
  );
  if (finding) findings.push(finding);
}
for (const { target, seed: from, why, file } of findings)
  console.error(`\n${target}, --seed=${from} --rounds=1, kept in ${file}\n${why}`);
process.exitCode = findings.length > 0 ? 1 : 0;
