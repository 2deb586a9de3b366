import { type IssueRow, issueRow } from "#app/routes/issues/list/issue-row.ts";
import type { FailureChange, RouteChange } from "#server/domain/release/route-changes.ts";
import { routeTitle, type StoredOperation } from "#server/domain/rollup/operation.ts";
import type { IssueRelation } from "#server/domain/release/issue-relation.ts";
import type { HealthStep, Release } from "#server/storage/releases/release-store.ts";
import { type ShownEntry, shownEntry } from "./shown-entry.ts";
import type { ReleaseReading } from "#server/read/read-release.ts";

/** A release's page as shown. */
export type ShownReading = Pick<
  ReleaseReading,
  "measure" | "commits" | "allDeploys" | "bundles"
> & {
  entry: ShownEntry;
  facts: Pick<Release, "firstSeen" | "lastSeen" | "releasedAt" | "startedAt" | "url" | "ref">;
  /** Steps as quadruples in a string: the router's data format needs an index per value. */
  series: string;
  seriesBefore: number[];
  issueLists: { [relation in IssueRelation]: IssueRow[] };
  routes: { slower: ShownChange[]; faster: ShownChange[]; compared: number } & {
    [direction in "failsMore" | "failsLess"]: ShownFailures[];
  };
};

type ShownRoute = { id: number; route: string; service: string; kind: string };
export type ShownChange = Omit<RouteChange, "operation"> & ShownRoute;
export type ShownFailures = Omit<FailureChange, "operation"> & ShownRoute;

export function shownReading(reading: ReleaseReading): ShownReading {
  const {
    release,
    measure,
    series,
    seriesBefore,
    issueLists,
    routes,
    commits,
    allDeploys,
    bundles,
  } = reading;
  const { firstSeen, lastSeen, releasedAt, startedAt, url, ref } = release;
  const rows = (relation: IssueRelation) =>
    issueLists[relation].map((issue) => issueRow(issue, []));
  return {
    entry: shownEntry(reading),
    facts: { firstSeen, lastSeen, releasedAt, startedAt, url, ref },
    measure,
    commits,
    allDeploys,
    bundles,
    series: packSteps(series),
    seriesBefore,
    issueLists: { fresh: rows("fresh"), regressed: rows("regressed"), resolved: rows("resolved") },
    routes: {
      slower: routes.slower.map(shownChange),
      faster: routes.faster.map(shownChange),
      failsMore: routes.failsMore.map(shownFailures),
      failsLess: routes.failsLess.map(shownFailures),
      compared: routes.compared,
    },
  };
}

const packSteps = (steps: HealthStep[]): string =>
  JSON.stringify(steps.map(({ at, sessions, crashed, ofAll }) => [at, sessions, crashed, ofAll]));

export function unpackSteps(packed: string): HealthStep[] {
  const steps = JSON.parse(packed) as [number, number, number, number][];
  return steps.map(([at, sessions, crashed, ofAll]) => ({ at, sessions, crashed, ofAll }));
}

/**
 * Three more digits than shown, because rounding twice could differ from the same figure on another
 * page.
 */
const mostDigits = 6;

function shownChange({ operation, q, beforeMs, afterMs, count }: RouteChange): ShownChange {
  const short = (ms: number) => Number(ms.toPrecision(mostDigits));
  return { ...namesOf(operation), q, beforeMs: short(beforeMs), afterMs: short(afterMs), count };
}

const shownFailures = ({ operation, ...rates }: FailureChange): ShownFailures => ({
  ...namesOf(operation),
  ...rates,
});

const namesOf = (operation: StoredOperation) => {
  const { id, service, kind } = operation;
  return { id, route: routeTitle(operation), service, kind };
};
