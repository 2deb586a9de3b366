import type { ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueRelation, ReleaseIssueCounts } from "#server/domain/release/issue-relation.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";

/** Releases, their deploys, commits, and session health. */
export interface ReleaseStore {
  /** Creates it or updates the given fields. A release named by events exists already. */
  put(
    release: { projectId: ProjectId; version: string } & Partial<ReleaseFacts>,
    at: number,
  ): Promise<{ made: boolean; release: Release }>;
  find(projectId: ProjectId, version: string): Promise<Release | undefined>;
  /** By first seen, newest first. */
  list(filter: ReleaseFilter): Promise<{ rows: Release[]; next?: string }>;
  /** The previous release of the same package, by first seen, in the same project. */
  before(release: Release): Promise<Release | undefined>;
  setCommits(projectId: ProjectId, version: string, commits: Commit[]): Promise<void>;
  commits(projectId: ProjectId, version: string): Promise<Commit[]>;
  /** By version; releases without commits are omitted. */
  commitCounts(projectId: ProjectId, versions: string[]): Promise<Map<string, number>>;
  addDeploy(projectId: ProjectId, version: string, deploy: Omit<Deploy, "id">): Promise<Deploy>;
  deploys(projectId: ProjectId, version: string): Promise<Deploy[]>;
  /**
   * Deploys that finished in the window, to `environment` or any, and releases first seen in it
   * without a known deploy. Newest first, at most `limit`.
   */
  marks(filter: MarkFilter): Promise<ReleaseMark[]>;
  /**
   * Sessions in the window by release; with `environment`, only its sessions. Sessions count by
   * hour, from the hour of the window's start, and users by UTC day. `withUsers: false` skips
   * counting users; they are 0.
   */
  health(filter: {
    projectId: ProjectId;
    environment?: string;
    since: number;
    until: number;
    withUsers?: false;
  }): Promise<Map<string, SessionCounts>>;
  /**
   * One release in equal steps, oldest first, including empty ones: its sessions, and those `ofAll`
   * releases. Without a version, all sessions. Steps are whole hours; the first starts at the hour
   * of `since`.
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
   * Crashed sessions of each release in the steps of `healthSeries`, including empty ones, by
   * version. Releases without crashes are omitted.
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
   * Deletes session counts before then, and states of sessions last updated before `heardBefore`.
   * Returns the number of count rows.
   */
  evictHealth(before: number, heardBefore: number): Promise<number>;
  /**
   * Number of issues first seen, regressed, or resolved in the release and not reopened, by
   * version.
   */
  issueCounts(
    projectId: ProjectId,
    releases: ReleasePlace[],
  ): Promise<Map<string, ReleaseIssueCounts>>;
  /** These issues, last seen first. */
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
 * `previous`: the previous release. Issues resolved “in the next release” after that one are
 * resolved in this one.
 */
export type ReleasePlace = { version: string; previous?: string };

export type HealthStep = { at: number; sessions: number; crashed: number; ofAll: number };

export type ReleaseFilter = {
  projectId: ProjectId;
  query?: string;
  /** Only these. */
  versions?: readonly string[];
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

/** `files`: changed paths, if the sender reported them. */
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

/** In `DigestChanges`: increments of one hour. `users`: hashes of the SDK's distinct IDs. */
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
