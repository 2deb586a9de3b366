import type { Suite } from "./suite.ts";
import { builds } from "./suites/builds.ts";
import { eventDisk } from "./suites/event-disk.ts";
import { events } from "./suites/events.ts";
import { generatorCeiling } from "./suites/generator-ceiling.ts";
import { halfCapacity } from "./suites/half-capacity.ts";
import { issueList } from "./suites/issue-list.ts";
import { issueSearch } from "./suites/issue-search.ts";
import { lighthouse } from "./suites/lighthouse.ts";
import { overload } from "./suites/overload.ts";
import { ownTracing } from "./suites/own-tracing.ts";
import { pages } from "./suites/pages.ts";
import { peers } from "./suites/peers.ts";
import { rollups } from "./suites/rollups.ts";
import { spans } from "./suites/spans.ts";
import { startUp } from "./suites/start-up.ts";
import { testRuns } from "./suites/test-runs.ts";
import { traceStore } from "./suites/trace-store.ts";

const suites: { [name: string]: Suite } = {
  "start-up": startUp,
  generator: generatorCeiling,
  events,
  "event-disk": eventDisk,
  "half-capacity": halfCapacity,
  overload,
  spans,
  "trace-store": traceStore,
  rollups,
  "issue-list": issueList,
  "issue-search": issueSearch,
  "own-tracing": ownTracing,
  pages,
  builds,
};

/** What takes minutes, or the network. */
const wholeRunsOnly: { [name: string]: Suite } = { peers, lighthouse, "test-runs": testRuns };

/** Those that are named, or all that belong to the run; a sentence where a name is not one. */
export function chosenSuites({ only, isQuick }: { only: string[] | undefined; isQuick: boolean }) {
  const all = { ...suites, ...wholeRunsOnly };
  const unknown = only?.find((name) => !(name in all));
  if (unknown !== undefined) return `There is no “${unknown}”; these are: ${Object.keys(all).join(", ")}.\n`;
  if (only) return only.map((name): [string, Suite] => [name, all[name]!]);
  return Object.entries(isQuick ? suites : all);
}
