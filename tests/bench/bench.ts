/**
 * `npm run bench` measures Spoor against the budgets; `-- --quick` does it in two minutes, `-- --only=events` one family.
 * How to read it: absolute figures belong to one machine and one hour, so almost every value stands beside its *floor*, an
 * honest minimal program (`floors/`) measured in turn with ours in the same rounds; the ratio of the two is what budgets
 * bound. Values are medians of the rounds; the spread is from the least to the greatest as a share of that: where it is
 * wide, the machine was busy, and a second run says more than this one's digits. “CPU” is processor time of the server's process alone.
 * A new family of figures is a file in `suites/` and a line in the list below; everything lands in `results.json` too.
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { build, buildIsCurrent } from "#server/build.js";
import { startGenerator } from "./load/generate.ts";
import { type MeasuredFigure, withoutSpread } from "./figure.ts";
import { describeMachine } from "./machine.ts";
import type { Bench, Suite } from "./suite.ts";
import { startUp } from "./suites/start-up.ts";
import { generatorCeiling } from "./suites/generator-ceiling.ts";
import { events } from "./suites/events.ts";
import { halfCapacity } from "./suites/half-capacity.ts";
import { issueList } from "./suites/issue-list.ts";
import { issueSearch } from "./suites/issue-search.ts";
import { ownTracing } from "./suites/own-tracing.ts";
import { rollups } from "./suites/rollups.ts";
import { spans } from "./suites/spans.ts";
import { traceStore } from "./suites/trace-store.ts";
import { printTable } from "./table.ts";

const suites: { [name: string]: Suite } = {
  "start-up": startUp,
  generator: generatorCeiling,
  events: events,
  "half-capacity": halfCapacity,
  spans: spans,
  "trace-store": traceStore,
  rollups: rollups,
  "issue-list": issueList,
  "issue-search": issueSearch,
  "own-tracing": ownTracing,
};

const { values: options } = parseArgs({ options: { quick: { type: "boolean" }, only: { type: "string" } } });
if (options.only !== undefined && !(options.only in suites)) {
  process.stderr.write(`There is no “${options.only}”; these are: ${Object.keys(suites).join(", ")}.\n`);
  process.exit(2);
}
const scale = options.quick
  ? { rounds: 3, seconds: { flood: 2.5, other: 1 } }
  : { rounds: 3, seconds: { flood: 60, other: 10 } };
const generator = startGenerator();
const figures = await runSuites({ ...scale, generator });
generator.stop();

process.stdout.write(`\n${printTable(figures)}\n`);
// A part of the figures would pass for all of them.
if (options.only === undefined) await writeResults(figures);

async function runSuites(bench: Bench): Promise<MeasuredFigure[]> {
  if (!(await buildIsCurrent())) await build();
  const figures: MeasuredFigure[] = [];
  for (const [name, suite] of Object.entries(suites)) {
    if (options.only !== undefined && options.only !== name) continue;
    const startedAt = performance.now();
    figures.push(...(await suite(bench)));
    process.stdout.write(`── ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
  }
  return figures;
}

async function writeResults(figures: MeasuredFigure[]): Promise<void> {
  const results = { machine: describeMachine(new Date()), figures: figures.map(withoutSpread) };
  await writeFile(new URL("results.json", import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
}
