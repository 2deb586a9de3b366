import type { ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueRelation, ReleaseIssueCounts } from "#server/domain/release/issue-relation.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";

/** Releases, what was deployed where, their commits, and how their sessions went. */
export interface ReleaseStore {
  /** Makes it or changes what is given; a release that events named before exists already. */
  put(
    release: { projectId: ProjectId; version: string } & Partial<ReleaseFacts>,
    at: number,
  ): Promise<{ made: boolean; release: Release }>;
  find(projectId: ProjectId, version: string): Promise<Release | undefined>;
  /** Newest first by first sight. */
  list(filter: ReleaseFilter): Promise<{ rows: Release[]; next?: string }>;
  /** The one of the same package first seen before it, in the same project. */
  before(release: Release): Promise<Release | undefined>;
  setCommits(projectId: ProjectId, version: string, commits: Commit[]): Promise<void>;
  commits(projectId: ProjectId, version: string): Promise<Commit[]>;
  /** By version; those without commits are left out. */
  commitCounts(projectId: ProjectId, versions: string[]): Promise<Map<string, number>>;
  addDeploy(projectId: ProjectId, version: string, deploy: Omit<Deploy, "id">): Promise<Deploy>;
  deploys(projectId: ProjectId, version: string): Promise<Deploy[]>;
  /**
   * Deploys that ended in the window, to `environment` or to any, and releases first seen in it of
   * which no deploy is known. Newest first, at most `limit`.
   */
  marks(filter: MarkFilter): Promise<ReleaseMark[]>;
  /**
   * Sessions of releases in the window, by release; with `environment` those of it alone. Sessions
   * are counted by hour, from the one that the window begins in, and users by UTC day.
   * `withUsers: false` spares counting these: they are 0.
   */
  health(filter: {
    projectId: ProjectId;
    environment?: string;
    since: number;
    until: number;
    withUsers?: false;
  }): Promise<Map<string, SessionCounts>>;
  /**
   * One release in equal steps, oldest first, empty ones included: its sessions beside those
   * `ofAll` releases. Without a version all of them are its own. Steps are whole hours; the first
   * begins at the hour of `since`.
   */
  healthSeries(
    filter: {
      projectId: ProjectId;
      version?: string;
      environment?: string;
      since: number;
      until: number;
    },
    stepMs: number,
  ): Promise<HealthStep[]>;
  /**
   * Crashed sessions of each release in the steps of `healthSeries`, empty ones included. By
   * version; those that never crashed are left out.
   */
  crashSeries(
    filter: {
      projectId: ProjectId;
      versions: string[];
      environment?: string;
      since: number;
      until: number;
    },
    stepMs: number,
  ): Promise<Map<string, number[]>>;
  /**
   * Removes how sessions went before then, and what is kept of single ones that were last heard of
   * before `heardBefore`. Returns how many rows of the former went.
   */
  evictHealth(before: number, heardBefore: number): Promise<number>;
  /**
   * Issues first seen in the release, regressed in it, resolved in it and not reopened since. By
   * version.
   */
  issueCounts(
    projectId: ProjectId,
    releases: ReleasePlace[],
  ): Promise<Map<string, ReleaseIssueCounts>>;
  /** The same issues themselves, the last seen first. */
  issues(
    projectId: ProjectId,
    release: ReleasePlace,
    relation: IssueRelation,
    limit: number,
  ): Promise<Issue[]>;
}

type MarkFilter = {
  projectId: ProjectId;
  environment?: string;
  since: number;
  until: number;
  limit: number;
};

/**
 * `previous`: the release before it. What was resolved “in the next release” after that one is
 * resolved in this one.
 */
export type ReleasePlace = { version: string; previous?: string };

export type HealthStep = { at: number; sessions: number; crashed: number; ofAll: number };

export type ReleaseFilter = {
  projectId: ProjectId;
  query?: string;
  cursor?: string;
  limit: number;
};

export type ReleaseFacts = { releasedAt: number; startedAt: number; url: string; ref: string };

export type Release = {
  projectId: ProjectId;
  version: string;
  firstSeen: number;
  lastSeen: number;
} & Partial<ReleaseFacts>;

/** `files`: paths it touched, where the sender told them. */
export type Commit = {
  id: string;
  message: string;
  author?: string;
  authorEmail?: string;
  at?: number;
  repository?: string;
  files: string[];
};

export type Deploy = {
  id: number;
  environment: string;
  name?: string;
  url?: string;
  startedAt?: number;
  finishedAt: number;
};

export type SessionCounts = {
  sessions: number;
  crashed: number;
  errored: number;
  abnormal: number;
  users: number;
  crashedUsers: number;
};

/** In `DigestChanges`: increments of one hour. `users` are hashes of the SDK's distinct ids. */
export type SessionChange = {
  projectId: ProjectId;
  release: string;
  environment: string;
  hour: number;
  sessions: number;
  crashed: number;
  errored: number;
  abnormal: number;
  users: { hash: string; crashed: boolean }[];
};
