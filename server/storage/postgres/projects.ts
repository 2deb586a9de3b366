import type { ProjectId } from "#server/domain/ids.ts";
import type { Project } from "#server/domain/project/project.ts";
import { mergePatch } from "#server/storage/layout/merge-patch.ts";
import { namesLookedAt } from "#server/storage/layout/names-looked-at.ts";
import {
  keyColumns,
  keyOf,
  type KeyRow,
  projectColumns,
  projectOf,
  type ProjectRow,
} from "#server/storage/layout/project-rows.ts";
import type { NewProject, ProjectNames, ProjectStore, SettingsChange } from "#server/storage/project-store.ts";
import type { Database } from "./database.ts";
import { projectOverviews } from "./project-overviews.ts";
import { unlessTaken } from "./unique.ts";

const present = `SELECT ${projectColumns} FROM projects WHERE deleting_at IS NULL`;
const selectAll = `${present} ORDER BY lower(name), id`;
const selectBySlug = `${present} AND slug = $1`;
const selectById = `${present} AND id = $1`;
const selectKeys = `SELECT ${keyColumns} FROM keys WHERE project_id = $1 ORDER BY created_at, public_key`;
const selectByKey = `SELECT ${keyColumns} FROM keys WHERE public_key = $1`;
// Of a flood's names those that were there before it, which have the lower numbers, and those first by name.
const selectEnvironments = `SELECT name FROM (SELECT n.name FROM (
    SELECT id FROM (SELECT DISTINCT environment_id AS id FROM issue_counts
      WHERE project_id = $1 AND environment_id > 0 ORDER BY environment_id LIMIT ${namesLookedAt}) counted
    UNION SELECT id FROM (SELECT id FROM environments
      WHERE project_id = $1 AND name <> '' AND ($2 = '' OR strpos(lower(name), lower($2)) > 0) ORDER BY name LIMIT ${namesLookedAt}) named) c
  CROSS JOIN environments n WHERE n.project_id = $1 AND n.id = c.id AND n.name <> '' AND ($2 = '' OR strpos(lower(n.name), lower($2)) > 0)
  ORDER BY (SELECT coalesce(sum(i.issues), 0) FROM issue_counts i WHERE i.project_id = $1 AND i.environment_id = c.id) DESC, c.id
  LIMIT $3) frequent ORDER BY name`;

const insertProject = `INSERT INTO projects (slug, name, platform, prefix, created_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (slug) DO NOTHING RETURNING ${projectColumns}`;
const insertKey = "INSERT INTO keys (public_key, project_id, label, created_at) VALUES ($1, $2, 'Default', $3)";
const insertWriter = "INSERT INTO writers (project_id) VALUES ($1)";
const renameProject = `UPDATE projects SET name = $2, slug = $3, platform = $4
  WHERE id = $1 AND deleting_at IS NULL RETURNING ${projectColumns}`;
const updateSettings = `UPDATE projects SET settings = $2 WHERE id = $1 RETURNING ${projectColumns}`;

export function projectStore(database: Database): ProjectStore {
  const { query, transaction } = database;

  const create = ({ slug, name, platform, prefix, createdAt, publicKey }: NewProject) =>
    transaction(async (query) => {
      const [row] = await query<ProjectRow>(insertProject, slug, name, platform, prefix, createdAt);
      if (!row) return "taken";
      await Promise.all([query(insertKey, publicKey, row.id, createdAt), query(insertWriter, row.id)]);
      return projectOf(row);
    });

  async function rename(projectId: ProjectId, { name, slug, platform }: ProjectNames) {
    const rows = await unlessTaken(query<ProjectRow>(renameProject, projectId, name, slug, platform));
    return rows === "taken" ? rows : found(rows);
  }

  const changeSettings = (projectId: ProjectId, change: SettingsChange): Promise<Project | undefined> =>
    transaction(async (query) => {
      const [row] = await query<ProjectRow>(`${selectById} FOR UPDATE`, projectId);
      if (!row) return undefined;
      const settings = JSON.stringify(mergePatch(JSON.parse(row.settings), change));
      return found(await query<ProjectRow>(updateSettings, projectId, settings));
    });

  return {
    create,
    list: async () => (await query<ProjectRow>(selectAll)).map(projectOf),
    bySlug: async (slug) => found(await query<ProjectRow>(selectBySlug, slug)),
    byId: async (id) => found(await query<ProjectRow>(selectById, id)),
    keys: async (projectId) => (await query<KeyRow>(selectKeys, projectId)).map(keyOf),
    async byKey(publicKey) {
      const [key] = await query<KeyRow>(selectByKey, publicKey);
      const project = key && found(await query<ProjectRow>(selectById, key.project_id));
      return project && { key: keyOf(key), project };
    },
    environments: async (projectId, { query: text = "", limit = namesLookedAt } = {}) =>
      (await query<{ name: string }>(selectEnvironments, projectId, text, limit)).map(({ name }) => name),
    rename,
    changeSettings,
    overviews: projectOverviews(query),
  };
}

const found = ([row]: ProjectRow[]) => row && projectOf(row);
