import type { ProjectId } from "#server/domain/ids.ts";
import type { ProjectNames, ProjectStore } from "#server/storage/project-store.ts";
import { namesLookedAt } from "#server/storage/layout/names-looked-at.ts";
import {
  keyColumns,
  keyOf,
  type KeyRow,
  projectColumns,
  projectOf,
  type ProjectRow,
} from "#server/storage/layout/project-rows.ts";
import type { Connections } from "./connections.ts";
import { projectOverviews } from "./project-overviews.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

const selectProject = `SELECT ${projectColumns} FROM projects WHERE deleting_at IS NULL`;

const selectKey = `SELECT ${keyColumns} FROM keys`;

const insertProject = `INSERT INTO projects (slug, name, platform, prefix, created_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (slug) DO NOTHING RETURNING ${projectColumns}`;
// OR IGNORE: a slug that is taken changes nothing.
const renameProject = `UPDATE OR IGNORE projects SET name = ?, slug = ?, platform = ?
  WHERE id = ? AND deleting_at IS NULL RETURNING ${projectColumns}`;

// Of a flood's names those that were there before it, which have the lower numbers, and those first by name.
const selectEnvironments = `SELECT name FROM (SELECT n.name FROM (
    SELECT id FROM (SELECT DISTINCT environment_id AS id FROM issue_counts
      WHERE project_id = ?1 AND environment_id > 0 ORDER BY environment_id LIMIT ${namesLookedAt}) counted
    UNION SELECT id FROM (SELECT id FROM environments
      WHERE project_id = ?1 AND name <> '' AND (?2 = '' OR instr(lower(name), lower(?2)) > 0) ORDER BY name LIMIT ${namesLookedAt}) named) c
  CROSS JOIN environments n WHERE n.project_id = ?1 AND n.id = c.id AND n.name <> '' AND (?2 = '' OR instr(lower(n.name), lower(?2)) > 0)
  ORDER BY (SELECT coalesce(sum(i.issues), 0) FROM issue_counts i WHERE i.project_id = ?1 AND i.environment_id = c.id) DESC, c.id
  LIMIT ?3) frequent ORDER BY name`;

export function projectStore({ reader, writer }: Connections, write: Write): ProjectStore {
  const insert = prepare<ProjectRow>(writer, insertProject);
  const insertKey = prepare(writer, "INSERT INTO keys (public_key, project_id, label, created_at) VALUES (?, ?, ?, ?)");
  const rename = prepare<ProjectRow>(writer, renameProject);
  const present = prepare<ProjectRow>(writer, `${selectProject} AND id = ?`);
  // A patch merges within each part and takes out what is null.
  const update = prepare<ProjectRow>(
    writer,
    `UPDATE projects SET settings = json_patch(settings, ?) WHERE id = ? AND deleting_at IS NULL RETURNING ${projectColumns}`,
  );
  const all = prepare<ProjectRow>(reader, `${selectProject} ORDER BY name COLLATE NOCASE, id`);
  const bySlug = prepare<ProjectRow>(reader, `${selectProject} AND slug = ?`);
  const byId = prepare<ProjectRow>(reader, `${selectProject} AND id = ?`);
  const keys = prepare<KeyRow>(reader, `${selectKey} WHERE project_id = ? ORDER BY created_at, public_key`);
  const byKey = prepare<KeyRow>(reader, `${selectKey} WHERE public_key = ?`);
  const environments = prepare<{ name: string }>(reader, selectEnvironments);

  const renamed = (projectId: ProjectId, { name, slug, platform }: ProjectNames) => {
    const row = rename.get(name, slug, platform, projectId);
    if (row) return projectOf(row);
    return present.get(projectId) ? ("taken" as const) : undefined;
  };

  return {
    create: ({ slug, name, platform, prefix, createdAt, publicKey }) =>
      write(() => {
        const row = insert.get(slug, name, platform, prefix, createdAt);
        if (!row) return "taken";
        insertKey.run(publicKey, row.id, "Default", createdAt);
        return projectOf(row);
      }),
    list: async () => all.all().map(projectOf),
    bySlug: async (slug) => found(bySlug.get(slug)),
    byId: async (id) => found(byId.get(id)),
    keys: async (projectId) => keys.all(projectId).map(keyOf),
    async byKey(publicKey) {
      const key = byKey.get(publicKey);
      const project = key && found(byId.get(key.project_id));
      return project && { key: keyOf(key), project };
    },
    environments: async (projectId, { query = "", limit = namesLookedAt } = {}) =>
      environments.all(projectId, query, limit).map(({ name }) => name),
    rename: (projectId, names) => write(() => renamed(projectId, names)),
    changeSettings: (projectId, change) => write(() => found(update.get(JSON.stringify(change), projectId))),
    overviews: projectOverviews(reader),
  };
}

const found = (row: ProjectRow | undefined) => row && projectOf(row);
