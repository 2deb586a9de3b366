import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import type { ProjectSettings } from "#server/domain/project/settings.ts";

/**
 * Projects, their keys, and their deletion. No method of `ProjectStore` returns a project that is
 * being deleted.
 */
export interface ProjectStore {
  /** "taken" if another project has the slug. Also creates the key: every project has a DSN. */
  create(project: NewProject): Promise<Project | "taken">;
  list(): Promise<Project[]>;
  bySlug(slug: string): Promise<Project | undefined>;
  byId(id: ProjectId): Promise<Project | undefined>;
  /** Including revoked ones, oldest first. */
  keys(projectId: ProjectId): Promise<Key[]>;
  /** The key and its project, even if revoked. */
  byKey(publicKey: string): Promise<Sender | undefined>;
  /** Environments with the most issues, by name. `query`: part of the name, case-insensitive. */
  environments(projectId: ProjectId, asked?: NamesAsked): Promise<string[]>;
  /**
   * Changes name and slug. "taken" if another project has the slug; undefined if the project
   * doesn't exist.
   */
  rename(projectId: ProjectId, names: ProjectNames): Promise<Project | "taken" | undefined>;
  /**
   * Merges `change` into the settings, field by field (a list is one field); undefined if the
   * project doesn't exist.
   */
  changeSettings(projectId: ProjectId, change: SettingsChange): Promise<Project | undefined>;
  /**
   * For the projects page, in the order given. `hours`: stored events per hour, oldest first,
   * ending now.
   */
  overviews(
    projectIds: ProjectId[],
    window: { now: number; hours: number },
  ): Promise<ProjectOverview[]>;
  /** Projects whose cluster node doesn't respond, also those being deleted. */
  away(): Promise<ReadonlySet<ProjectId>>;
}

/** `limit`: default 1,000. Clients determine how many names there are. */
export type NamesAsked = { query?: string; limit?: number };
export type Sender = { key: Key; project: Project };

export type ProjectNames = Pick<Project, "name" | "slug" | "platform">;

/** Null resets a field to its default. */
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
  /** Open issues first seen in these hours, at most `newIssuesMost`. */
  newIssues: number;
  /** One per package. */
  latestReleases: string[];
  /** When the first one was first seen. */
  latestReleaseAt?: number;
};

export interface KeyStore {
  create(key: Key): Promise<Key>;
  /** Undefined if the project has no such key or it is revoked. */
  change(key: KeyName, limits: KeyLimits): Promise<Key | undefined>;
  /** Permanent. Undefined as above. */
  revoke(key: KeyName, at: number): Promise<Key | undefined>;
  /** Records when keys were last used; an older time is ignored. */
  used(uses: { publicKey: string; at: number }[]): Promise<void>;
}

export type KeyName = Pick<Key, "projectId" | "publicKey">;
export type KeyLimits = Pick<Key, "label" | "allowedOrigins" | "eventsPerMinute">;

export interface DeletionStore {
  /** Hides the project and frees its slug. Undefined if the project doesn't exist. */
  begin(projectId: ProjectId, asked: { by?: UserId; at: number }): Promise<Deletion | undefined>;
  find(projectId: ProjectId): Promise<Deletion | undefined>;
  /** Deletions in progress, oldest first. */
  underWay(): Promise<Deletion[]>;
  /**
   * Deletes a slice small enough not to block. Returns the deletion afterwards; it ends when
   * nothing is left.
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
