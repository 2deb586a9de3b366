import type { ProjectId } from "#server/domain/ids.ts";
import { deletionColumns, deletionOf, type DeletionRow } from "#server/storage/layout/deletion-row.ts";
import type { DeletionStore } from "#server/storage/projects/project-store.ts";
import type { Database, Query } from "./database.ts";
import type { Days } from "./days.ts";
import { emptyDay } from "./empty-day.ts";
import { emptyTables } from "./empty-tables.ts";
import { holding } from "./writers.ts";

const select = `SELECT ${deletionColumns} FROM deletions`;
const selectOne = `${select} WHERE project = $1`;
const selectOpen = `${select} WHERE ended_at IS NULL ORDER BY started_at, project`;
const countIssues = "SELECT count(*) AS issues FROM issues WHERE project_id = $1";
const lockProject = "SELECT slug, name FROM projects WHERE id = $1 AND deleting_at IS NULL FOR UPDATE";
const insert = `INSERT INTO deletions (project, slug, name, asked_by, started_at, total)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${deletionColumns}`;
// No slug can begin with a tilde (domain/form/fields.ts).
const hide = "UPDATE projects SET deleting_at = $2, slug = '~' || id WHERE id = $1";

/** An issue takes its tags, hours, users and activities along. */
const issuesPerSlice = 20;
const deleteIssues = `DELETE FROM issues WHERE project_id = $1
  AND id = ANY(ARRAY(SELECT id FROM issues WHERE project_id = $1 LIMIT ${issuesPerSlice}))`;

const progress = "UPDATE deletions SET done = least(total, done + $2), day = $3 WHERE project = $1";
const end = "UPDATE deletions SET done = total, ended_at = $2 WHERE project = $1";
const forget = "UPDATE projects SET name = '', settings = '{}' WHERE id = $1";

/** A project goes in slices: its issues, then its telemetry day by day, then every other row that names it. */
export function deletionStore(database: Database, days: Days): DeletionStore {
  const { query, transaction } = database;

  /** What has gone of each slice is written down by itself: what is told twice over a crash is bounded by the total. */
  async function advance({ project, day, ended_at }: DeletionRow, now: number): Promise<void> {
    if (ended_at !== null) return;
    const projectId = project as ProjectId;
    const slice = <T>(remove: (query: Query) => Promise<T>) => holding(database, projectId, remove);
    const { count } = await slice((held) => held(deleteIssues, project));
    if (count > 0) return void (await query(progress, project, count, day));
    const next = (await days.list()).find((each) => day === null || each < day);
    if (next !== undefined) {
      if (!(await slice((held) => emptyDay(held, projectId, next)))) await query(progress, project, 1, next);
      return;
    }
    if (await slice((held) => emptyTables(held, projectId))) return;
    await transaction(async (query) => {
      await Promise.all([query(forget, project), query(end, project, now)]);
    });
  }

  return {
    async begin(projectId, { by, at }) {
      const [counted, kept] = await Promise.all([query<{ issues: number }>(countIssues, projectId), days.list()]);
      const total = counted[0]!.issues + kept.length;
      return transaction(async (query) => {
        const [found] = await query<{ slug: string; name: string }>(lockProject, projectId);
        if (!found) return undefined;
        await query(hide, projectId, at);
        const [row] = await query<DeletionRow>(insert, projectId, found.slug, found.name, by ?? null, at, total);
        return deletionOf(row!);
      });
    },
    async find(projectId) {
      const [row] = await query<DeletionRow>(selectOne, projectId);
      return row && deletionOf(row);
    },
    underWay: async () => (await query<DeletionRow>(selectOpen)).map(deletionOf),
    async advance(projectId, now) {
      const [before] = await query<DeletionRow>(selectOne, projectId);
      await advance(before!, now);
      const [after] = await query<DeletionRow>(selectOne, projectId);
      return deletionOf(after!);
    },
  };
}
