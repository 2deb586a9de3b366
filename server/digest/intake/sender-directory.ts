import type { ProjectId } from "#server/domain/ids.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import type { Sender } from "#server/ingest/request.ts";
import type { Senders } from "#server/storage/processes/admission-store.ts";

/** All active keys and their projects, used by ingestion during a database outage. */
export type SenderDirectory = {
  find(publicKey: string): Sender | undefined;
  /** Records a key's state from the database. A revoked key is removed. */
  note(publicKey: string, found: Sender | undefined): void;
  replace(senders: Senders): void;
  projects(): Project[];
  size(): number;
  /** As lines of a file. `changed` increases with each difference. */
  lines(): Generator<string>;
  changed(): number;
  mark(): string | undefined;
};

/** 10,000 projects take about 10 MiB. A larger directory keeps the keys used last. */
const mostCharacters = 64 * 1024 * 1024;

/** Kept as JSON: objects would take three times as much, and few are ever read. */
export function createSenderDirectory(most: number = mostCharacters): SenderDirectory {
  let keys = new Map<string, string>();
  let projects = new Map<ProjectId, string>();
  let mark: string | undefined;
  let changed = 0;

  function put<Name>(map: Map<Name, string>, name: Name, text: string): void {
    if (map.get(name) === text) return;
    map.set(name, text);
    changed += 1;
  }

  function keyOf(publicKey: string): Key | undefined {
    const text = keys.get(publicKey);
    return text === undefined ? undefined : (JSON.parse(text) as Key);
  }

  function forget(publicKey: string): void {
    if (keys.delete(publicKey)) changed += 1;
  }

  return {
    find(publicKey) {
      const key = keyOf(publicKey);
      const project = key && projects.get(key.projectId);
      return project === undefined
        ? undefined
        : { key: key!, project: JSON.parse(project) as Project };
    },
    note(publicKey, found) {
      if (!found || found.key.revokedAt !== undefined) return forget(publicKey);
      put(projects, found.project.id, projectText(found.project));
      put(keys, publicKey, keyText(found.key));
    },
    replace(senders) {
      const texts = new Map(senders.projects.map((project) => [project.id, projectText(project)]));
      [keys, projects] = [new Map(), new Map()];
      let characters = 0;
      for (const key of senders.keys) {
        const project = texts.get(key.projectId);
        if (project === undefined) continue;
        const text = keyText(key);
        characters += text.length + (projects.has(key.projectId) ? 0 : project.length);
        if (characters > most) break;
        projects.set(key.projectId, project);
        keys.set(key.publicKey, text);
      }
      mark = senders.mark;
      changed += 1;
    },
    projects: () => [...projects.values()].map((text) => JSON.parse(text) as Project),
    size: () => keys.size,
    *lines() {
      for (const text of projects.values()) yield `{"project":${text}}\n`;
      for (const text of keys.values()) yield `{"key":${text}}\n`;
    },
    changed: () => changed,
    mark: () => mark,
  };
}

/** Omits fields that change with each use. */
const projectText = (project: Project): string =>
  JSON.stringify({ ...project, firstEventAt: undefined });
const keyText = (key: Key): string => JSON.stringify({ ...key, lastUsedAt: undefined });
