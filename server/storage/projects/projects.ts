import { type Database, firstOf, catchTaken } from "#server/storage/database.ts";
import { namesLookedAt } from "#server/storage/names/looked-at.ts";
import {
  byDialect,
  contains,
  forUpdate,
  lowered,
  raw,
  type Sql,
  sql,
  withoutCase,
} from "#server/storage/sql.ts";
import {
  keyColumns,
  keyOf,
  type KeyRow,
  projectColumns,
  projectOf,
  type ProjectRow,
} from "./project-rows.ts";
import { projectOverviews } from "./overviews.ts";
import type { NamesAsked, ProjectStore } from "./project-store.ts";

type Fields = { [name: string]: unknown };

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const columns = raw(projectColumns);
const selectProjects = sql`SELECT ${columns} FROM projects WHERE deleting_at IS NULL`;
const selectKeys = sql`SELECT ${raw(keyColumns)} FROM keys`;

/** Related rows of a new project. On PostgreSQL, the row that its writers lock. */
const addWriter = (id: number) =>
  byDialect(raw("SELECT 1"), sql`INSERT INTO writers (project_id) VALUES (${id})`);

export function projectStore({ query, transaction }: Database): Omit<ProjectStore, "away"> {
  const find = async (condition: Sql) =>
    found(await firstOf(query<ProjectRow>(sql`${selectProjects} AND ${condition}`)));

  return {
    overviews: projectOverviews(query),
    create: ({ slug, name, platform, prefix, createdAt, publicKey }) =>
      transaction(async (query) => {
        const insert = sql`INSERT INTO projects (slug, name, platform, prefix, created_at)
          VALUES (${slug}, ${name}, ${platform}, ${prefix}, ${createdAt}) ON CONFLICT (slug) DO NOTHING
          RETURNING ${columns}`;
        const row = await firstOf(query<ProjectRow>(insert));
        if (!row) return "taken";
        await Promise.all([
          query(sql`INSERT INTO keys (public_key, project_id, label, created_at)
            VALUES (${publicKey}, ${row.id}, 'Default', ${createdAt})`),
          query(addWriter(row.id)),
        ]);
        return projectOf(row);
      }),
    list: async () =>
      (await query<ProjectRow>(sql`${selectProjects} ORDER BY ${withoutCase("name")}, id`)).map(
        projectOf,
      ),
    bySlug: (slug) => find(sql`slug = ${slug}`),
    byId: (id) => find(sql`id = ${id}`),
    async keys(projectId) {
      const rows = await query<KeyRow>(
        sql`${selectKeys} WHERE project_id = ${projectId} ORDER BY created_at, public_key`,
      );
      return rows.map(keyOf);
    },
    async byKey(publicKey) {
      const key = await firstOf(query<KeyRow>(sql`${selectKeys} WHERE public_key = ${publicKey}`));
      const project = key && (await find(sql`id = ${key.project_id}`));
      return project && { key: keyOf(key), project };
    },
    environments: async (projectId, asked) =>
      (await query<{ name: string }>(selectEnvironments(projectId, asked))).map(({ name }) => name),
    async rename(projectId, { name, slug, platform }) {
      const rename = sql`UPDATE projects SET name = ${name}, slug = ${slug}, platform = ${platform}
        WHERE id = ${projectId} AND deleting_at IS NULL RETURNING ${columns}`;
      const row = await catchTaken(firstOf(query<ProjectRow>(rename)));
      return row === "taken" ? row : found(row);
    },
    changeSettings: (projectId, change) =>
      transaction(async (query) => {
        const select = sql`${selectProjects} AND id = ${projectId}${forUpdate}`;
        const row = await firstOf(query<ProjectRow>(select));
        if (!row) return undefined;
        const settings = JSON.stringify(mergePatch(JSON.parse(row.settings), change));
        await query(sql`UPDATE projects SET settings = ${settings} WHERE id = ${projectId}`);
        return projectOf({ ...row, settings });
      }),
  };
}

const found = (row: ProjectRow | undefined) => row && projectOf(row);

/** In a flood of names, those that existed before, which have lower numbers; sorted by name. */
function selectEnvironments(
  projectId: number,
  { query = "", limit = namesLookedAt }: NamesAsked = {},
): Sql {
  const mostLookedAt = raw(namesLookedAt);
  const isNamed = query === "" ? raw("true") : contains(raw("lower(name)"), lowered(query));
  return sql`SELECT name FROM (SELECT n.name FROM (
      SELECT id FROM (SELECT DISTINCT environment_id AS id FROM issue_counts
        WHERE project_id = ${projectId} AND environment_id > 0 ORDER BY environment_id LIMIT ${mostLookedAt}) counted
      UNION SELECT id FROM (SELECT id FROM environments
        WHERE project_id = ${projectId} AND name <> '' AND ${isNamed} ORDER BY name LIMIT ${mostLookedAt}) named) c
    CROSS JOIN environments n WHERE n.project_id = ${projectId} AND n.id = c.id AND n.name <> '' AND ${isNamed}
    ORDER BY (SELECT coalesce(sum(i.issues), 0) FROM issue_counts i
      WHERE i.project_id = ${projectId} AND i.environment_id = c.id) DESC, c.id
    LIMIT ${limit}) frequent ORDER BY name`;
}

/**
 * RFC 7396: `patch` replaces existing values part by part; null removes one. A list is one value.
 */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  const merged = new Map(Object.entries(isFields(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
