/**
 * `npm run bench` measures Spoor against every budget (`budgets.ts`), which takes hours.
 * `-- --quick` takes two minutes with smaller amounts. `-- --rest` measures the figures that a
 * quick run leaves out, in three quarters of an hour, or suite by suite with `--only`; later quick
 * runs keep them. `-- --rest --only=events` measures at full size what a quick run measured at a
 * small size: a flood then lasts a minute, not half a second. `-- --only=events,spans` measures
 * some suites, and `-- --share=0.01` uses a hundredth of a full run's amounts and times; results of
 * neither are saved. `-- --write-readme` writes the last results into README.md. A failed suite
 * loses only its own figures, and the exit code is 1.
 *
 * Absolute figures belong to one machine and one hour, so almost every value is beside its *floor*,
 * an honest minimal program (`floors/`) measured in turn with ours in the same rounds; budgets
 * limit the ratio. Values are medians of the rounds with the least and the greatest. If these are
 * far apart, the machine was busy, and a second run says more than this one's digits. “CPU” is the
 * CPU time of the server's process.
 *
 * To add a group of figures, add a file in `suites/`, a line in `suites.ts`, and the figures' names
 * in `budgets.ts`.
 */
import { parseArgs } from "node:util";
import { build, buildIsCurrent } from "#server/start/build.js";
import { describeMachine } from "./machine.ts";
import { lastResults, readResults, type Results, writeReadme, writeResults } from "./results.ts";
import { runSuites } from "./run-suites.ts";
import { quickScale, wholeScale } from "./scale.ts";
import { chosenSuites } from "./suites.ts";
import { printTable } from "./table.ts";
import { addTo, carryOver, isSameMachine, withTheRest } from "./unmeasured.ts";

// A failed suite may fail again in the background; the others continue.
process.on("unhandledRejection", (reason) =>
  process.stderr.write(`── and with it: ${String(reason)}\n`),
);

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    rest: { type: "boolean", default: false },
    only: { type: "string" },
    share: { type: "string", default: "1" },
    "write-readme": { type: "boolean", default: false },
  },
});
const { quick: isQuick, rest: isRest } = options;
const only = options.only?.split(",");
const share = Number(options.share);
if (isQuick && isRest) end(2, "--rest is what --quick leaves out: first the one, then the other.");
if (!(share > 0 && share <= 1))
  end(2, `--share is more than 0 and at most 1, not “${options.share}”.`);
const chosen = chosenSuites({ only, isQuick, isRest });
if (typeof chosen === "string") end(2, chosen);

// A partial or small run must not replace all or full-size figures.
const isKept = share === 1 && (only === undefined || isRest);
const isMeasuring = isQuick || isRest || !isKept || !options["write-readme"];
const failed = isMeasuring ? await measure(chosen) : [];
if (options["write-readme"]) await writeReadme(await readResults());
if (failed.length > 0) end(1, `Not measured, because the suite failed: ${failed.join(", ")}.`);

async function measure({
  suites,
  leftOut,
}: Exclude<ReturnType<typeof chosenSuites>, string>): Promise<string[]> {
  if (!(await buildIsCurrent())) await build();
  const startedAt = performance.now();
  const [machine, last] = [describeMachine(new Date()), await lastResults()];
  if (isRest && only === undefined && !isSameMachine(last.machine, machine))
    end(2, "There are no results of this machine to add to: first run it with --quick.");
  const run = await runSuites(suites, isQuick ? quickScale : wholeScale(share));
  const measured = { figures: run.figures, unmeasured: [...run.unmeasured, ...leftOut] };
  const results: Results = {
    machine,
    run: isQuick ? "quick" : "whole",
    ...(only || isRest ? measured : withTheRest(measured)),
  };
  const shown = isKept ? (isRest ? addTo(last, results) : carryOver(results, last)) : results;
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  process.stdout.write(`\n${printTable(shown)}\n\nMeasured in ${minutes} minutes.\n`);
  if (isKept) await writeResults(shown);
  return run.failed;
}

function end(code: number, sentence: string): never {
  process.stderr.write(`\n${sentence.trim()}\n`);
  process.exit(code);
}
