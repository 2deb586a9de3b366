import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import type { ProjectSettings } from "#server/domain/project/settings.ts";

/**
 * Projects, their keys and their end. One that is being deleted is found by none of the methods of
 * `ProjectStore`.
 */
export interface ProjectStore {
  /**
   * "taken" when another project has the slug. The key is made with the project: no project without
   * a DSN.
   */
  create(project: NewProject): Promise<Project | "taken">;
  list(): Promise<Project[]>;
  bySlug(slug: string): Promise<Project | undefined>;
  byId(id: ProjectId): Promise<Project | undefined>;
  /** Revoked ones too, oldest first. */
  keys(projectId: ProjectId): Promise<Key[]>;
  /** The key and its project, revoked ones too. */
  byKey(publicKey: string): Promise<Sender | undefined>;
  /** Those of most issues, by name; `query`: that have it in them, without case. */
  environments(projectId: ProjectId, asked?: NamesAsked): Promise<string[]>;
  /**
   * What it is called. "taken" when another project has the slug, undefined when there is no such
   * project.
   */
  rename(projectId: ProjectId, names: ProjectNames): Promise<Project | "taken" | undefined>;
  /**
   * Merges `change` into what is set, field by field (a list is one field); undefined when there is
   * no such project.
   */
  changeSettings(projectId: ProjectId, change: SettingsChange): Promise<Project | undefined>;
  /**
   * For the home page, in the order asked. `hours` are counts of kept events per hour, oldest
   * first, ending now.
   */
  overviews(
    projectIds: ProjectId[],
    window: { now: number; hours: number },
  ): Promise<ProjectOverview[]>;
}

/** `limit`: 1,000 unless told. Clients decide how many names there are. */
export type NamesAsked = { query?: string; limit?: number };
export type Sender = { key: Key; project: Project };

export type ProjectNames = Pick<Project, "name" | "slug" | "platform">;

/** Null takes a field back to its default. */
export type SettingsChange = {
  [Part in keyof ProjectSettings]?:
    | { [Field in keyof ProjectSettings[Part]]?: ProjectSettings[Part][Field] | null }
    | ProjectSettings[Part];
};

type NewProject = ProjectNames & { prefix: string; publicKey: string; createdAt: number };

export type ProjectOverview = {
  projectId: ProjectId;
  hours: number[];
  openIssues: number;
  /** Open issues first seen in these hours: at most `newIssuesMost`. */
  newIssues: number;
  /** One of each package. */
  latestReleases: string[];
};

export interface KeyStore {
  create(key: Key): Promise<Key>;
  /** Undefined when the project has no such key or it is revoked. */
  change(key: KeyName, limits: KeyLimits): Promise<Key | undefined>;
  /** For ever. Undefined as above. */
  revoke(key: KeyName, at: number): Promise<Key | undefined>;
  /**
   * Remembers when keys were last used; a time that is older than the known one changes nothing.
   */
  used(uses: { publicKey: string; at: number }[]): Promise<void>;
}

export type KeyName = Pick<Key, "projectId" | "publicKey">;
export type KeyLimits = Pick<Key, "label" | "allowedOrigins" | "eventsPerMinute">;

export interface DeletionStore {
  /**
   * From now on the project is not found and its slug is free. Undefined when there is no such
   * project.
   */
  begin(projectId: ProjectId, asked: { by?: UserId; at: number }): Promise<Deletion | undefined>;
  find(projectId: ProjectId): Promise<Deletion | undefined>;
  /** Those under way, oldest first. */
  underWay(): Promise<Deletion[]>;
  /**
   * Removes a slice, small enough not to block; the deletion as it is afterwards. When nothing is
   * left, it ends.
   */
  advance(projectId: ProjectId, now: number): Promise<Deletion>;
}

export type Deletion = {
  projectId: ProjectId;
  slug: string;
  name: string;
  askedBy?: UserId;
  startedAt: number;
  endedAt?: number;
  /** Issues and days of telemetry. */
  total: number;
  done: number;
};
