import type { Key, Project } from "#server/domain/project/project.ts";
import type { Sender } from "#server/storage/projects/project-store.ts";

/**
 * Reads of a shared database by ingestion: must never wait for other work there, and must detect an
 * outage soon. Each method rejects as “away” after a few seconds.
 */
export interface AdmissionStore {
  /** Resolves if the database responds and has this version's tables. */
  answers(): Promise<void>;
  /** Like `ProjectStore.byKey`. */
  byKey(publicKey: string): Promise<Sender | undefined>;
  /**
   * Active keys, most recently used first, at most `limit`, with their projects; undefined if
   * `mark` is still current.
   */
  senders(limit: number, mark?: string): Promise<Senders | undefined>;
}

export type Senders = { mark: string; keys: Key[]; projects: Project[] };
