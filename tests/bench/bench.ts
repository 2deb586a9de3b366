/**
 * `npm run bench` measures Spoor against every budget (`budgets.ts`), which takes the better part of an hour; `-- --quick` does
 * it in two minutes with less of everything, `-- --only=events,spans` a part. `-- --write-readme` puts the last results into README.md.
 * How to read it: absolute figures belong to one machine and one hour, so almost every value stands beside its *floor*, an
 * honest minimal program (`floors/`) measured in turn with ours in the same rounds; the ratio of the two is what budgets
 * bound. Values are medians of the rounds; beside them the least and the greatest: where these lie far apart, the machine
 * was busy, and a second run says more than this one's digits. “CPU” is processor time of the server's process alone.
 * A new family of figures is a file in `suites/`, a line in the list below and its figures' names in `budgets.ts`.
 */
import { parseArgs } from "node:util";
import { build, buildIsCurrent } from "#server/build.js";
import { describeMachine } from "./machine.ts";
import { readResults, type Results, writeReadme, writeResults } from "./results.ts";
import { runSuites } from "./run-suites.ts";
import { chosenSuites } from "./suites.ts";
import { printTable } from "./table.ts";

const { values: options } = parseArgs({
  options: { quick: { type: "boolean" }, only: { type: "string" }, "write-readme": { type: "boolean" } },
});
const isQuick = options.quick === true;
const only = options.only?.split(",");
const measures = isQuick || only !== undefined || !options["write-readme"];
const suites = chosenSuites({ only, isQuick });
if (typeof suites === "string") {
  process.stderr.write(suites);
  process.exit(2);
}
if (measures) {
  if (!(await buildIsCurrent())) await build();
  const scale = isQuick
    ? { rounds: 3, seconds: { flood: 1.5, other: 0.5 }, isWhole: false }
    : { rounds: 3, seconds: { flood: 60, other: 10 }, isWhole: true };
  const { failed, ...measured } = await runSuites(suites, scale);
  const results: Results = { machine: describeMachine(new Date()), run: isQuick ? "quick" : "whole", ...measured };
  const minutes = (performance.now() / 60_000).toFixed(1);
  process.stdout.write(`\n${printTable(results)}\n\nMeasured in ${minutes} minutes.\n`);
  // A part of the figures would pass for all of them.
  if (only === undefined) await writeResults(results);
  if (failed.length > 0) {
    process.stderr.write(`\nNot measured, because the suite failed: ${failed.join(", ")}.\n`);
    process.exitCode = 1;
  }
}
if (options["write-readme"]) await writeReadme(await readResults());
