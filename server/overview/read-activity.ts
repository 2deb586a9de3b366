import {
  issueActivity,
  type OverviewActivity,
  notifiedKinds,
} from "#server/domain/overview/activity.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import type { Window } from "#server/domain/rollup/window.ts";
import type { Store } from "#server/storage/store.ts";
import type { Adoption } from "#server/domain/release/adoption.ts";
import { readAdoption } from "#server/read/read-adoption.ts";
import type { OverviewFilter } from "./overview-filter.ts";

const mostActs = 20;
const mostDeploys = 5;
const mostTold = 8;

type Stores = Pick<Store, "issues" | "monitors" | "alerts" | "releases" | "rollups">;
type Asked = { window: Window; marks: readonly ReleaseMark[] };

/** Issue states, deploys, missed check-ins, and alerts: newest first. */
export async function readActivity(
  stores: Stores,
  filter: OverviewFilter,
  { window, marks }: Asked,
): Promise<OverviewActivity[]> {
  const told = await Promise.all([
    issueActs(stores, filter, window),
    deploys(stores, filter, window, marks),
    incidents(stores, filter, window),
    alerts(stores, filter, window),
  ]);
  return told
    .flat()
    .toSorted((a, b) => b.at - a.at)
    .slice(0, mostTold);
}

async function issueActs({ issues }: Stores, { projectId }: OverviewFilter, { since }: Window) {
  const acts = await issues.recentActivity(projectId, {
    kinds: notifiedKinds,
    since,
    limit: mostActs,
  });
  const ids = [...new Set(acts.map(({ issueId }) => issueId))];
  const found = await issues.findEach(projectId, { ids });
  return issueActivity(
    acts.flatMap((act) => {
      const issue = found.get(act.issueId);
      return issue ? [{ ...act, shortId: issue.shortId }] : [];
    }),
  );
}

async function deploys(
  stores: Stores,
  filter: OverviewFilter,
  { until }: Window,
  marks: readonly ReleaseMark[],
): Promise<OverviewActivity[]> {
  const deployed = marks.filter(({ kind }) => kind === "deployed").slice(-mostDeploys);
  if (deployed.length === 0) return [];
  const [adoptionOf, commits] = await Promise.all([
    readAdoption(stores, { ...filter, until, measure: "sessions" }),
    Promise.all(deployed.map(({ version }) => stores.releases.commits(filter.projectId, version))),
  ]);
  return deployed.map(({ version, at, environment = "" }, index) => ({
    kind: "deploy",
    at,
    version,
    environment,
    commits: commits[index]!.length,
    ...adoption(adoptionOf(version)),
  }));
}

const adoption = (adopted: Adoption) => (adopted.whole > 0 ? { adoption: adopted } : {});

async function incidents(
  { monitors }: Stores,
  { projectId, environment }: OverviewFilter,
  { since }: Window,
) {
  const found = await monitors.recentIncidents(projectId, mostActs);
  return found
    .filter(
      (incident) =>
        incident.at >= since && (environment ?? incident.environment) === incident.environment,
    )
    .map(({ at, what, slug, name, environment: where }): OverviewActivity => ({
      kind: "monitor",
      at,
      what,
      slug,
      name,
      environment: where,
    }));
}

async function alerts(
  { alerts: rules }: Stores,
  { projectId, environment }: OverviewFilter,
  { since }: Window,
) {
  const listed = await rules.list(projectId);
  return listed.flatMap((rule): OverviewActivity[] => {
    const { id, name, lastFiredAt = 0, firing } = rule;
    const isElsewhere =
      environment !== undefined && rule.environment !== "" && rule.environment !== environment;
    if (lastFiredAt < since || isElsewhere) return [];
    return [{ kind: "alert", at: lastFiredAt, ruleId: id, name, isFiring: firing > 0 }];
  });
}
