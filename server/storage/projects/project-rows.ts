import type { ProjectId } from "#server/domain/ids.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import { type ProjectSettings, settingsFrom } from "#server/domain/project/settings.ts";

export type ProjectRow = {
  id: number;
  slug: string;
  name: string;
  platform: string;
  prefix: string;
  created_at: number;
  first_event_at: number | null;
  settings: string;
};

export const projectColumns =
  "id, slug, name, platform, prefix, created_at, first_event_at, settings";

export function projectOf({
  id,
  slug,
  name,
  platform,
  prefix,
  created_at,
  first_event_at,
  settings,
}: ProjectRow): Project {
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

export type KeyRow = {
  project_id: number;
  public_key: string;
  label: string;
  created_at: number;
  revoked_at: number | null;
  allowed_origins: string;
  events_per_minute: number | null;
  last_used_at: number | null;
};

export const keyColumns =
  "project_id, public_key, label, created_at, revoked_at, allowed_origins, events_per_minute, last_used_at";

export function keyOf(row: KeyRow): Key {
  return {
    projectId: row.project_id as ProjectId,
    publicKey: row.public_key,
    label: row.label,
    createdAt: row.created_at,
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
    allowedOrigins: JSON.parse(row.allowed_origins) as string[],
    ...(row.events_per_minute !== null && { eventsPerMinute: row.events_per_minute }),
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
  };
}
