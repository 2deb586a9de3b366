import { type Dimension, overflowName } from "#server/domain/cardinality/limits.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { inSqlite } from "#server/storage/column-types.ts";
import type { HeldProject, HoldProject } from "#server/storage/grouping/held-project.ts";
import { projectColumn, projectValue } from "#server/storage/issues/of-issue.ts";
import {
  byDialect,
  greatest,
  isAnyOf,
  isAnyText,
  isSelected,
  joined,
  least,
  raw,
  rowsOf,
  type Sql,
  sql,
} from "#server/storage/sql.ts";
import { fewTagRows, type FreedNames, listedOnly, type NameStore } from "./name-store.ts";

/** Names per transaction: a few milliseconds, during which the project's digest waits. */
const slice = 20;

/** In slices, releasing the project in between. */
export const freeNames =
  (hold: HoldProject): NameStore["free"] =>
  async (freed) => {
    for (let total = 0; ;) {
      const now = await hold(freed.projectId, (held) => freeSlice(held, freed));
      total += now;
      if (now < slice) return total;
    }
  };

async function freeSlice(
  held: HeldProject,
  { projectId, dimension, unseenSince, onceBefore }: FreedNames,
): Promise<number> {
  const { query } = held;
  const unused = sql`SELECT name FROM names WHERE project_id = ${projectId} AND dimension = ${dimension}
    AND (last_on < ${unseenSince} OR (first_on = last_on AND last_on < ${onceBefore})) LIMIT ${raw(slice)}`;
  const rows = await query<{
    name: string;
    last_on: number;
  }>(sql`DELETE FROM names WHERE project_id = ${projectId} AND dimension = ${dimension}
    AND ${isSelected(raw("name"), unused)} RETURNING name, last_on`);
  if (rows.length === 0) return 0;
  await unlist[dimension]?.(
    held,
    rows.map(({ name }) => name),
  );
  if (dimension === "routes" || dimension === "pages") {
    const given = rowsOf(
      { name: "text", last_on: "bigint" },
      rows.map(({ name, last_on }) => [name, last_on]),
    );
    await query(sql`INSERT INTO names (project_id, dimension, name, first_on, last_on)
      SELECT ${projectId}, ${listedOnly[dimension]}, given.name, given.last_on, given.last_on FROM ${given} WHERE true
      ON CONFLICT (project_id, dimension, name) DO UPDATE SET last_on = excluded.last_on`);
  }
  return rows.length;
}

type Unlist = (held: HeldProject, names: string[]) => Promise<unknown>;

/** Deletes list entries of freed names. Rows with counts stay until they expire. */
const unlist: { [dimension in string]?: Unlist } = {
  environments: mergeEnvironments,
  services: ({ projectId, query }, names) =>
    query(
      sql`DELETE FROM services WHERE project_id = ${projectId} AND ${isAnyText(raw("name"), names)}`,
    ),
  // A release with data entered by a person is kept.
  releases: ({ projectId, query }, names) =>
    query(sql`DELETE FROM releases WHERE project_id = ${projectId} AND ${isAnyText(raw("version"), names)}
      AND released_at IS NULL AND url IS NULL AND ref IS NULL
      AND version NOT IN (SELECT version FROM release_commits WHERE project_id = ${projectId})
      AND version NOT IN (SELECT version FROM deploys WHERE project_id = ${projectId})`),
  tagKeys: removeTagKeys,
  [listedOnly.routes]: removeListed("operations", "routes", ["service", "kind", "route", "method"]),
  [listedOnly.pages]: removeListed("vital_pages", "pages", ["service", "route"]),
};

/** Keeps the newest row, because SQLite would reuse its number. */
const notNewest = (table: string): Sql => inSqlite(` AND id < (SELECT max(id) FROM ${table})`);

/** Their rollups have expired. */
function removeListed(table: string, dimension: Dimension, columns: string[]): Unlist {
  const names = raw(columns.join(", "));
  return async ({ projectId, query }, former) => {
    const used = await query<{ name: string }>(sql`SELECT name FROM names
      WHERE project_id = ${projectId} AND dimension = ${dimension} AND ${isAnyText(raw("name"), former)}`);
    const isUsed = new Set(used.map(({ name }) => name));
    const rows = former.flatMap((name) => {
      // Without a method, the last part is empty.
      const parts = name.split("\n");
      return isUsed.has(name) ? [] : [columns.map((_, at) => parts[at] ?? "")];
    });
    if (rows.length === 0) return;
    const given = rowsOf(Object.fromEntries(columns.map((name) => [name, "text"])), rows);
    await query(sql`DELETE FROM ${raw(table)} WHERE project_id = ${projectId}
      AND (${names}) IN (SELECT ${names} FROM ${given})${notNewest(table)}`);
  };
}

async function removeTagKeys(held: HeldProject, names: string[]): Promise<void> {
  const { projectId, query } = held;
  const ofKey = sql`WHERE project_id = ${projectId} AND key = term.key`;
  const few = await query<{ key: string }>(sql`SELECT key FROM tag_terms term
    WHERE project_id = ${projectId} AND ${isAnyText(raw("key"), names)} AND value IS NULL
      AND issues <= ${raw(fewTagRows.issues)} AND (SELECT count(*) FROM (SELECT 1 FROM tag_terms ${ofKey}
        LIMIT ${raw(fewTagRows.values + 1)}) few) <= ${raw(fewTagRows.values)}`);
  if (few.length === 0) return;
  const isFew = isAnyText(
    raw("key"),
    few.map(({ key }) => key),
  );
  const issues = await query<{ issue_id: number }>(
    byDialect(
      sql`SELECT DISTINCT issue_id FROM issue_terms WHERE term_id IN (SELECT id FROM tag_terms
        WHERE project_id = ${projectId} AND ${isFew} AND value IS NULL)`,
      sql`SELECT DISTINCT issue_id FROM issue_tag_keys WHERE project_id = ${projectId} AND ${isFew}`,
    ),
  );
  const ids = issues.map(({ issue_id }) => issue_id);
  const ofThese = sql`${inProject(projectId)}${isAnyOf(raw("issue_id"), ids)} AND ${isFew}`;
  const values = await query<{ key: string; value: string }>(
    sql`DELETE FROM issue_tags WHERE ${ofThese} RETURNING key, value`,
  );
  const keys = await query<{ key: string }>(
    sql`DELETE FROM issue_tag_keys WHERE ${ofThese} RETURNING key`,
  );
  await held.forgetTerms({ values, keys });
}

/** For rows that only PostgreSQL stores by project; before other conditions. */
const inProject = (projectId: ProjectId): Sql =>
  byDialect(raw(""), sql`project_id = ${projectId} AND `);

/** Adds data of these environments to "(other)". */
async function mergeEnvironments(held: HeldProject, names: string[]): Promise<void> {
  const { projectId, query } = held;
  const other = await held.environmentId(overflowName);
  const found = await query<{ id: number }>(sql`SELECT id FROM environments
    WHERE project_id = ${projectId} AND ${isAnyText(raw("name"), names)}${notNewest("environments")}`);
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return;
  const inThese = sql`${inProject(projectId)}${isAnyOf(raw("environment_id"), ids)}`;
  for (const unit of ["hour", "day"]) await mergeCounts(held, unit, inThese, other);
  const inOther = sql`${inProject(projectId)}environment_id = ${other}`;
  const added = await query<{
    issue_id: number;
  }>(sql`SELECT DISTINCT issue_id FROM issue_environments
    WHERE ${inThese} AND issue_id NOT IN (SELECT issue_id FROM issue_environments WHERE ${inOther})`);
  const [first, last] = [raw("issue_environments.first_seen"), raw("issue_environments.last_seen")];
  await query(sql`INSERT INTO issue_environments (${projectColumn}environment_id, issue_id, first_seen, last_seen)
    SELECT ${projectValue(projectId)}${other}, issue_id, min(first_seen), max(last_seen) FROM issue_environments
    WHERE ${inThese} GROUP BY issue_id ON CONFLICT (${projectColumn}environment_id, issue_id) DO UPDATE SET
      first_seen = ${least(first, raw("excluded.first_seen"))}, last_seen = ${greatest(last, raw("excluded.last_seen"))}`);
  await held.countPlaces(
    added.map(({ issue_id }) => ({ issueId: issue_id, environmentId: other })),
  );
  await query(sql`DELETE FROM issue_environments WHERE ${inThese}`);
  await query(sql`DELETE FROM issue_counts
    WHERE project_id = ${projectId} AND ${isAnyOf(raw("environment_id"), ids)}`);
  await query(
    sql`DELETE FROM environments WHERE project_id = ${projectId} AND ${isAnyOf(raw("id"), ids)}`,
  );
}

async function mergeCounts(
  { projectId, query }: HeldProject,
  unit: string,
  inThese: Sql,
  other: number,
): Promise<void> {
  const [table, start] = [raw(`issue_${unit}s`), raw(unit)];
  const theirs = sql`${inThese} AND issue_id IN (SELECT issue_id FROM issue_environments WHERE ${inThese})`;
  const key = joined([sql`${projectColumn}issue_id`, start, raw("environment_id")], ", ");
  await query(sql`INSERT INTO ${table} (${key}, count)
    SELECT ${projectValue(projectId)}issue_id, ${start}, ${other}, sum(count) FROM ${table}
    WHERE ${theirs} GROUP BY issue_id, ${start}
    ON CONFLICT (${key}) DO UPDATE SET count = ${table}.count + excluded.count`);
  await query(sql`DELETE FROM ${table} WHERE ${theirs}`);
}
