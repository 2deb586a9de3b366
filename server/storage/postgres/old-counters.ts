import type { ProjectId } from "#server/domain/ids.ts";
import type { RetentionStore } from "#server/storage/retention-store.ts";
import { allProjects } from "./all-projects.ts";
import type { Query } from "./database.ts";

const slice = 5_000;
const issuesAtOnce = 500;

type Before = Parameters<RetentionStore["evictCounters"]>[0];
type Counters = { sql: string; kept: keyof Before };

/** Of each project by time: their keys begin with both. */
const ofProjects: readonly Counters[] = [
  { sql: "DELETE FROM project_hours WHERE project_id = $1 AND hour < $2", kept: "days" },
  { sql: "DELETE FROM ledger WHERE project_id = $1 AND hour < $2", kept: "days" },
  { sql: "DELETE FROM service_edges WHERE project_id = $1 AND hour < $2", kept: "hours" },
];

/** Of each issue by time. No index leads to the oldest of all: it would be written with every event. */
const ofIssues: readonly Counters[] = [
  {
    sql: "DELETE FROM issue_hours WHERE project_id = $1 AND issue_id = ANY($3::bigint[]) AND hour < $2",
    kept: "hours",
  },
  { sql: "DELETE FROM issue_days WHERE project_id = $1 AND issue_id = ANY($3::bigint[]) AND day < $2", kept: "days" },
];

const selectIssues = `SELECT id FROM issues WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT ${issuesAtOnce}`;
const oldIncidents = `DELETE FROM monitor_incidents WHERE id IN
  (SELECT id FROM (SELECT id, at FROM monitor_incidents ORDER BY id LIMIT ${slice}) oldest WHERE at < $1)`;
const oldActs = "DELETE FROM retention_acts WHERE at < $1 AND ended_at IS NOT NULL";

/** Where it has got to: this project's issues after this one; those to come. */
type Round = { projects: ProjectId[]; after: number };

/** Goes through projects, through the issues of each some at a time, and begins anew when it has been through. */
export function evictCounters(query: Query): RetentionStore["evictCounters"] {
  let round: Round | undefined;

  async function begin(before: Before): Promise<Round> {
    while ((await query(oldIncidents, before.days)).count === slice);
    await query(oldActs, before.days);
    return { projects: await allProjects(query), after: 0 };
  }

  async function ofProject(projectId: ProjectId, after: number, before: Before): Promise<number> {
    if (after === 0) await Promise.all(ofProjects.map(({ sql, kept }) => query(sql, projectId, before[kept])));
    const ids = (await query<{ id: number }>(selectIssues, projectId, after)).map(({ id }) => id);
    await Promise.all(ofIssues.map(({ sql, kept }) => query(sql, projectId, before[kept], ids)));
    return ids.length === issuesAtOnce ? ids.at(-1)! : 0;
  }

  return async (before) => {
    round ??= await begin(before);
    const [projectId] = round.projects;
    if (projectId === undefined) {
      round = undefined;
      return false;
    }
    round.after = await ofProject(projectId, round.after, before);
    if (round.after === 0) round.projects.shift();
    return true;
  };
}
