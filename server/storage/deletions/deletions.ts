import type { ProjectId, UserId } from "#server/domain/ids.ts";
import { type Database, firstOf, type Query } from "#server/storage/database.ts";
import type { Deletion, DeletionStore } from "#server/storage/projects/project-store.ts";
import { forUpdate, least, raw, type Sql, sql } from "#server/storage/sql.ts";

/**
 * How each engine removes what a project has: each call a slice, small enough that nothing waits
 * for it.
 */
export type ProjectRemoval = {
  /** Those with telemetry, newest first. */
  days(): Promise<string[]>;
  /**
   * Returns how many issues it removed. They take their tags, hours, users and activities along.
   */
  removeIssues(projectId: ProjectId, most: number): Promise<number>;
  /** True while there is more. */
  emptyDay(projectId: ProjectId, day: string): Promise<boolean>;
  /** Of every other row that names the project; true while there is more. */
  emptyTables(projectId: ProjectId): Promise<boolean>;
};

type DeletionRow = {
  project: ProjectId;
  slug: string;
  name: string;
  asked_by: UserId | null;
  started_at: number;
  ended_at: number | null;
  total: number;
  done: number;
  /** The day of telemetry that was emptied last: they go from the newest to the oldest. */
  day: string | null;
};

const columns = raw("project, slug, name, asked_by, started_at, ended_at, total, done, day");
const select = sql`SELECT ${columns} FROM deletions`;
const issuesPerSlice = 20;

/**
 * A project goes in slices: its issues, then its telemetry day by day, then every other row that
 * names it.
 */
export function deletionStore(
  { query, transaction }: Database,
  removal: ProjectRemoval,
): DeletionStore {
  const rowOf = async (projectId: ProjectId) =>
    (await query<DeletionRow>(sql`${select} WHERE project = ${projectId}`))[0];

  async function advance({ project, day, ended_at }: DeletionRow, now: number): Promise<void> {
    if (ended_at !== null) return;
    const removed = await removal.removeIssues(project, issuesPerSlice);
    if (removed > 0) return void (await query(progress(project, removed, day)));
    const next = (await removal.days()).find((each) => day === null || each < day);
    if (next !== undefined) {
      if (!(await removal.emptyDay(project, next))) await query(progress(project, 1, next));
      return;
    }
    if (await removal.emptyTables(project)) return;
    await transaction(async (query) => {
      await query(sql`UPDATE projects SET name = '', settings = '{}' WHERE id = ${project}`);
      await query(
        sql`UPDATE deletions SET done = total, ended_at = ${now} WHERE project = ${project}`,
      );
    });
  }

  return {
    async begin(projectId, asked) {
      const [issues, days] = await Promise.all([countIssues(query, projectId), removal.days()]);
      return transaction((query) =>
        begin(query, { projectId, ...asked, total: issues + days.length }),
      );
    },
    async find(projectId) {
      const row = await rowOf(projectId);
      return row && deletionOf(row);
    },
    async underWay() {
      const rows = await query<DeletionRow>(sql`SELECT ${columns} FROM deletions
        WHERE ended_at IS NULL ORDER BY started_at, project`);
      return rows.map(deletionOf);
    },
    async advance(projectId, now) {
      await advance((await rowOf(projectId))!, now);
      return deletionOf((await rowOf(projectId))!);
    },
  };
}

/**
 * What has gone of each slice is written down by itself: what is told twice over a crash is bounded
 * by the total.
 */
const progress = (projectId: ProjectId, by: number, day: string | null): Sql => sql`UPDATE deletions
  SET done = ${least(raw("total"), sql`done + ${by}`)}, day = ${day} WHERE project = ${projectId}`;

async function countIssues(query: Query, projectId: ProjectId): Promise<number> {
  const select = sql`SELECT count(*) AS issues FROM issues WHERE project_id = ${projectId}`;
  return (await firstOf(query<{ issues: number }>(select)))!.issues;
}

type Begun = { projectId: ProjectId; by?: UserId; at: number; total: number };

async function begin(
  query: Query,
  { projectId, by, at, total }: Begun,
): Promise<Deletion | undefined> {
  const found = await firstOf(
    query<{ slug: string; name: string }>(sql`SELECT slug, name FROM projects
      WHERE id = ${projectId} AND deleting_at IS NULL${forUpdate}`),
  );
  if (!found) return undefined;
  // No slug can begin with a tilde (domain/form/fields.ts).
  await query(
    sql`UPDATE projects SET deleting_at = ${at}, slug = '~' || id WHERE id = ${projectId}`,
  );
  const row = await firstOf(
    query<DeletionRow>(sql`INSERT INTO deletions (project, slug, name, asked_by, started_at, total)
      VALUES (${projectId}, ${found.slug}, ${found.name}, ${by ?? null}, ${at}, ${total}) RETURNING ${columns}`),
  );
  return deletionOf(row!);
}

function deletionOf({
  project,
  slug,
  name,
  asked_by,
  started_at,
  ended_at,
  total,
  done,
}: DeletionRow): Deletion {
  return {
    projectId: project,
    slug,
    name,
    total,
    done,
    startedAt: started_at,
    ...(asked_by !== null && { askedBy: asked_by }),
    ...(ended_at !== null && { endedAt: ended_at }),
  };
}
