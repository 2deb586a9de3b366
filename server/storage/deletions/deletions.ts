import type { ProjectId, UserId } from "#server/domain/ids.ts";
import { type Database, firstOf, type Query } from "#server/storage/database.ts";
import type { Deletion, DeletionStore } from "#server/storage/projects/project-store.ts";
import { forUpdate, least, raw, type Sql, sql } from "#server/storage/sql.ts";

/** How each engine deletes a project's data: in slices small enough that nothing waits for them. */
export type ProjectRemoval = {
  /** Days with telemetry, newest first. */
  days(): Promise<string[]>;
  /**
   * Returns the number of deleted issues. Their tags, hours, users, and activities are deleted with
   * them.
   */
  removeIssues(projectId: ProjectId, most: number): Promise<number>;
  /** True while there is more. */
  emptyDay(projectId: ProjectId, day: string): Promise<boolean>;
  /** Deletes all other rows of the project; true while there is more. */
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
  /** The last emptied day of telemetry, from newest to oldest. */
  day: string | null;
};

const columns = raw("project, slug, name, asked_by, started_at, ended_at, total, done, day");
const select = sql`SELECT ${columns} FROM deletions`;
const issuesPerSlice = 20;

/**
 * Deletes a project in slices: its issues, its telemetry day by day, then all other rows that
 * reference it.
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
 * Progress is stored separately after each slice. After a crash, a slice may count twice; the total
 * bounds it.
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
  // No slug can start with a tilde (domain/form/fields.ts).
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
