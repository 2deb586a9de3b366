import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import type { Activity } from "#server/domain/issue/activity.ts";
import type { Query } from "#server/storage/database.ts";
import type { DigestChanges, SeenUser } from "#server/storage/digest/digest-store.ts";
import type { IssueName } from "#server/storage/issues/issue-store.ts";
import type { Move } from "#server/storage/issues/stored-status.ts";

/**
 * A transaction during which no batch of the digest writes data of the project: the shared query,
 * and operations specific to each engine. PostgreSQL counts by statement, SQLite by triggers.
 */
export type HeldProject = {
  projectId: ProjectId;
  query: Query;
  /** As in `IssueTransaction`. */
  log(activities: Activity[]): Promise<unknown>;
  countMoves(moves: Move[]): Promise<void>;
  /** Counts issues in new environments; -1: in those they leave. */
  countPlaces(places: { issueId: number; environmentId: number }[], change?: 1 | -1): Promise<void>;
  /** Tags and tag keys that issues no longer have. */
  forgetTerms(terms: {
    values: { key: string; value: string }[];
    keys: { key: string }[];
  }): Promise<void>;
  /** Counts issues with all their tags; `forgetTermsOf` reverts it. */
  countTermsOf(issueIds: IssueId[]): Promise<void>;
  forgetTermsOf(issueIds: IssueId[]): Promise<void>;
  /** Deletes issues with every row that references them. */
  removeIssues(issueIds: IssueId[]): Promise<unknown>;
  /** Indexes a new issue for search. */
  saveWords(id: IssueId, name: IssueName): Promise<void>;
  /** ID of an environment, created if missing. */
  environmentId(name: string): Promise<number>;
  seeIn(seenIn: SeenIn[]): Promise<void>;
  addTags(tags: DigestChanges["tags"]): Promise<unknown>;
  countUsers(seenUsers: SeenUser[]): Promise<unknown>;
  /** A text as the engine returns it, for comparison with stored ones. */
  storedText(text: string): string;
};

export type SeenIn = {
  issueId: number;
  environmentId: number;
  firstSeen: number;
  lastSeen: number;
};

export type HoldProject = <T>(
  projectId: ProjectId,
  work: (held: HeldProject) => Promise<T>,
) => Promise<T>;
