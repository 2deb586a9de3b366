import type { ProjectId } from "#server/domain/ids.ts";
import { hourMs, hourOf } from "#server/domain/ledger.ts";
import { standingOf } from "#server/storage/layout/issue-standing.ts";
import type { ProjectOverview, ProjectStore } from "#server/storage/project-store.ts";
import type { Query } from "./database.ts";

type HourRow = { project_id: number; hour: number; count: number };
type OpenRow = { project_id: number; issues: number };

const selectHours = `SELECT project_id, hour, count FROM project_hours
  WHERE project_id = ANY($1::bigint[]) AND hour BETWEEN $2 AND $3`;
const countOpen = `SELECT project_id, count(*) AS issues FROM issues
  WHERE project_id = ANY($1::bigint[]) AND state = $2 GROUP BY project_id`;
const selectLatest = `SELECT version FROM releases WHERE project_id = $1
  ORDER BY first_seen DESC, version DESC LIMIT 1`;

const open = standingOf({ state: "open", substate: "new" }).state;

/** What the home page says of each project. */
export function projectOverviews(query: Query): ProjectStore["overviews"] {
  const latestOf = async (projectId: ProjectId) =>
    (await query<{ version: string }>(selectLatest, projectId))[0]?.version;

  return async (projectIds, { now, hours }) => {
    const oldest = hourOf(now) - (hours - 1) * hourMs;
    const [counts, issues, latest] = await Promise.all([
      query<HourRow>(selectHours, projectIds, oldest, hourOf(now)),
      query<OpenRow>(countOpen, projectIds, open),
      // One each: the index gives it at once, and on a cluster each is asked where it lies.
      Promise.all(projectIds.map(latestOf)),
    ]);
    const openIn = new Map(issues.map(({ project_id, issues }) => [project_id, issues]));
    const hoursOf = Map.groupBy(counts, ({ project_id }) => project_id);

    return projectIds.map((projectId, at): ProjectOverview => {
      const series = Array.from({ length: hours }, () => 0);
      for (const { hour, count } of hoursOf.get(projectId) ?? []) series[(hour - oldest) / hourMs] = count;
      const release = latest[at];
      return {
        ...{ projectId, hours: series, openIssues: openIn.get(projectId) ?? 0 },
        ...(release !== undefined && { latestRelease: release }),
      };
    });
  };
}
