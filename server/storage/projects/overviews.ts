import type { ProjectId } from "#server/domain/ids.ts";
import { newIssuesMost } from "#server/domain/issue/issue.ts";
import { hourMs, hourOf } from "#server/domain/time.ts";
import { releasesWeighed, latestReleases } from "#server/domain/release/latest.ts";
import type { Query } from "#server/storage/database.ts";
import { isOpen, openState, type StoredStatus } from "#server/storage/issues/stored-status.ts";
import type { ProjectOverview, ProjectStore } from "#server/storage/projects/project-store.ts";
import { byDialect, isAnyOf, raw, sql } from "#server/storage/sql.ts";

/**
 * The latest releases of projects, from their newest ones as a JSON list. The projects page needs
 * them each time and lists seldom change, so the result for a list is cached.
 */
function latestOfEach(): (projectId: ProjectId, newest: string) => Latest {
  const known = new Map<ProjectId, { newest: string; latest: Latest }>();
  return (projectId, newest) => {
    const kept = known.get(projectId);
    if (kept?.newest === newest) return kept.latest;
    const latest = latestOf(newest);
    if (known.size >= mostKept) known.clear();
    known.set(projectId, { newest, latest });
    return latest;
  };
}

type Latest = Pick<ProjectOverview, "latestReleases" | "latestReleaseAt">;

function latestOf(newest: string): Latest {
  const firstSeen = new Map(JSON.parse(newest) as [version: string, firstSeen: number][]);
  const latest = latestReleases([...firstSeen.keys()]);
  const at = firstSeen.get(latest[0] ?? "");
  return { latestReleases: latest, ...(at !== undefined && { latestReleaseAt: at }) };
}

/** A list has a few kilobytes. */
const mostKept = 1_000;

type HourRow = { project_id: number; hour: number; count: number };
type CountRow = StoredStatus & { project_id: number; issues: number };

// One row: separate rows cost more than ordering them.
const versions = byDialect(
  raw("json_group_array(json_array(version, first_seen))"),
  raw("coalesce(json_agg(json_build_array(version, first_seen)), '[]')::text"),
);
/** The index alone counts the new issues. */
const byFirstSeen = byDialect(raw(" INDEXED BY issues_by_first_seen"), raw(""));

/** Each project's figures on the projects page: maintained sums, and the few new issues. */
export function projectOverviews(query: Query): ProjectStore["overviews"] {
  const latestOfProject = latestOfEach();
  const newestIn = async (projectId: ProjectId, since: number) => {
    const [newest] = await query<{ versions: string; issues: number }>(
      sql`SELECT ${versions} AS versions, (SELECT count(*) FROM (SELECT 1 FROM issues${byFirstSeen}
            WHERE project_id = ${projectId} AND state = ${raw(openState)} AND first_seen >= ${since}
            LIMIT ${raw(newIssuesMost)}) fresh) AS issues
          FROM (SELECT version, first_seen FROM releases WHERE project_id = ${projectId} ORDER BY first_seen DESC, version DESC
            LIMIT ${raw(releasesWeighed)}) newest`,
    );
    return { newIssues: newest!.issues, ...latestOfProject(projectId, newest!.versions) };
  };

  return async (projectIds, { now, hours }) => {
    const oldest = hourOf(now) - (hours - 1) * hourMs;
    const ofThese = isAnyOf(sql`project_id`, projectIds);
    const [counted, standings, newest] = await Promise.all([
      query<HourRow>(
        sql`SELECT project_id, hour, count FROM project_hours WHERE ${ofThese} AND hour BETWEEN ${oldest} AND ${hourOf(now)}`,
      ),
      query<CountRow>(
        sql`SELECT project_id, state, substate, issues FROM issue_counts WHERE ${ofThese} AND environment_id = 0`,
      ),
      // One query each: the index answers immediately, and on a cluster each runs where its data
      // is.
      Promise.all(projectIds.map((id) => newestIn(id, oldest))),
    ]);
    const hoursOf = Map.groupBy(counted, ({ project_id }) => project_id);
    const openOf = Map.groupBy(standings.filter(isOpen), ({ project_id }) => project_id);

    return projectIds.map((projectId, at): ProjectOverview => {
      const series = Array.from({ length: hours }, () => 0);
      for (const { hour, count } of hoursOf.get(projectId) ?? [])
        series[(hour - oldest) / hourMs] = count;
      const openIssues = (openOf.get(projectId) ?? []).reduce((sum, { issues }) => sum + issues, 0);
      return { projectId, hours: series, openIssues, ...newest[at]! };
    });
  };
}
