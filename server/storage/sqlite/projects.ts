import type { ProjectId } from "#server/domain/ids.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import { type ProjectSettings, settingsFrom } from "#server/domain/project/settings.ts";
import type { ProjectStore } from "#server/storage/store.ts";
import type { Connections } from "./connections.ts";
import { projectOverviews } from "./project-overviews.ts";
import { prepare } from "./statement.ts";
import type { Write } from "./writing.ts";

type ProjectRow = {
  id: number;
  slug: string;
  name: string;
  platform: string;
  prefix: string;
  created_at: number;
  first_event_at: number | null;
  settings: string;
};

type KeyRow = { project_id: number; public_key: string; label: string; created_at: number; revoked_at: number | null };

const columns = "id, slug, name, platform, prefix, created_at, first_event_at, settings";
const selectProject = `SELECT ${columns} FROM projects`;
const selectKey = "SELECT project_id, public_key, label, created_at, revoked_at FROM keys";

const insertProject = `INSERT INTO projects (slug, name, platform, prefix, created_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (slug) DO NOTHING RETURNING ${columns}`;

export function projectStore({ reader, writer }: Connections, write: Write): ProjectStore {
  const insert = prepare<ProjectRow>(writer, insertProject);
  const insertKey = prepare(writer, "INSERT INTO keys (public_key, project_id, label, created_at) VALUES (?, ?, ?, ?)");
  // A patch merges within each part and takes out what is null.
  const update = prepare<ProjectRow>(
    writer,
    `UPDATE projects SET settings = json_patch(settings, ?) WHERE id = ? RETURNING ${columns}`,
  );
  const all = prepare<ProjectRow>(reader, `${selectProject} ORDER BY name COLLATE NOCASE, id`);
  const bySlug = prepare<ProjectRow>(reader, `${selectProject} WHERE slug = ?`);
  const byId = prepare<ProjectRow>(reader, `${selectProject} WHERE id = ?`);
  const keys = prepare<KeyRow>(reader, `${selectKey} WHERE project_id = ? ORDER BY created_at, public_key`);
  const byKey = prepare<KeyRow>(reader, `${selectKey} WHERE public_key = ?`);
  const environments = prepare<{ name: string }>(
    reader,
    "SELECT name FROM environments WHERE project_id = ? AND name <> '' ORDER BY name",
  );

  return {
    create: ({ slug, name, platform, prefix, createdAt, publicKey }) =>
      write(() => {
        const row = insert.get(slug, name, platform, prefix, createdAt);
        if (!row) return "taken";
        insertKey.run(publicKey, row.id, "Default", createdAt);
        return projectOf(row);
      }),
    list: async () => all.all().map(projectOf),
    async bySlug(slug) {
      const row = bySlug.get(slug);
      return row && projectOf(row);
    },
    keys: async (projectId) => keys.all(projectId).map(keyOf),
    async byKey(publicKey) {
      const key = byKey.get(publicKey);
      return key && { key: keyOf(key), project: projectOf(byId.get(key.project_id)!) };
    },
    environments: async (projectId) => environments.all(projectId).map(({ name }) => name),
    changeSettings: (projectId, change) =>
      write(() => {
        const row = update.get(JSON.stringify(change), projectId);
        return row && projectOf(row);
      }),
    overviews: projectOverviews(reader),
  };
}

function projectOf({ id, slug, name, platform, prefix, created_at, first_event_at, settings }: ProjectRow): Project {
  const firstEvent = first_event_at === null ? {} : { firstEventAt: first_event_at };
  return {
    id: id as ProjectId,
    slug,
    name,
    platform,
    prefix,
    createdAt: created_at,
    ...firstEvent,
    settings: settingsFrom(JSON.parse(settings) as Partial<ProjectSettings>),
  };
}

function keyOf({ project_id, public_key, label, created_at, revoked_at }: KeyRow): Key {
  const revoked = revoked_at === null ? {} : { revokedAt: revoked_at };
  return { projectId: project_id as ProjectId, publicKey: public_key, label, createdAt: created_at, ...revoked };
}
