import type { FigureName } from "./budgets.ts";
import { type Suite, type Unmeasured, wholeRunOnly } from "./suite.ts";
import { buildFigures, builds } from "./suites/builds.ts";
import { capacity } from "./suites/capacity.ts";
import { enginePageFigures, enginePages } from "./suites/engine-pages.ts";
import { engineFigures, engines } from "./suites/engines.ts";
import { eventDisk } from "./suites/event-disk.ts";
import { events } from "./suites/events.ts";
import { generatorCeiling } from "./suites/generator-ceiling.ts";
import { hostileCardinality } from "./suites/hostile-cardinality.ts";
import { issueList } from "./suites/issue-list.ts";
import { issueSearch } from "./suites/issue-search.ts";
import { keptTraces } from "./suites/kept-traces.ts";
import { lighthouse, lighthouseFigures } from "./suites/lighthouse.ts";
import { ownTracing, ownTracingFigure } from "./suites/own-tracing.ts";
import { packages } from "./suites/packages.ts";
import { citusFigures, processes, processesOnCitus, processFigures } from "./suites/processes.ts";
import { pages } from "./suites/pages.ts";
import { peerFigures, peers } from "./suites/peers.ts";
import { rollups } from "./suites/rollups.ts";
import { spans } from "./suites/spans.ts";
import { startUp } from "./suites/start-up.ts";
import { testRunFigures, testRuns } from "./suites/test-runs.ts";
import { traceStore } from "./suites/trace-store.ts";

const suites: { [name: string]: Suite } = {
  "start-up": startUp,
  generator: generatorCeiling,
  events,
  "event-disk": eventDisk,
  capacity,
  spans,
  "kept-traces": keptTraces,
  "trace-store": traceStore,
  rollups,
  "issue-list": issueList,
  "issue-search": issueSearch,
  pages,
  "hostile-cardinality": hostileCardinality,
  packages,
};

/** Suites that take minutes or the network: `--rest`. */
const wholeRunsOnly: { [name: string]: { suite: Suite; figures: readonly FigureName[] } } = {
  engines: { suite: engines, figures: engineFigures },
  "engine-pages": { suite: enginePages, figures: enginePageFigures },
  processes: { suite: processes, figures: processFigures },
  "processes-on-citus": { suite: processesOnCitus, figures: citusFigures },
  builds: { suite: builds, figures: buildFigures },
  peers: { suite: peers, figures: peerFigures },
  // A few percent: short rounds measured 1.07 three times and 1.24 the fourth.
  "own-tracing": { suite: ownTracing, figures: [ownTracingFigure] },
  lighthouse: { suite: lighthouse, figures: lighthouseFigures },
  "test-runs": { suite: testRuns, figures: testRunFigures },
};

type Asked = { only: string[] | undefined; isQuick: boolean; isRest: boolean };
type Chosen = { suites: [name: string, Suite][]; leftOut: Unmeasured[] };

/** Named suites, or all of the run; a message for an unknown name. */
export function chosenSuites({ only, isQuick, isRest }: Asked): Chosen | string {
  const long = Object.entries(wholeRunsOnly).map(([name, { suite }]): [string, Suite] => [
    name,
    suite,
  ]);
  // A named suite is measured at full size and replaces quick figures.
  const all = new Map([...Object.entries(suites), ...long]);
  const unknown = only?.find((name) => !all.has(name));
  if (unknown !== undefined)
    return `There is no “${unknown}”; these are: ${[...all.keys()].join(", ")}.\n`;
  if (only) return { suites: [...all].filter(([name]) => only.includes(name)), leftOut: [] };
  if (isRest) return { suites: long, leftOut: [] };
  if (!isQuick) return { suites: [...all], leftOut: [] };
  const names = Object.values(wholeRunsOnly).flatMap(({ figures }) => figures);
  return {
    suites: Object.entries(suites),
    leftOut: names.map((name) => ({ name, why: wholeRunOnly })),
  };
}
