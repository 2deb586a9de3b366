import type { Key, Project } from "#server/domain/project/project.ts";
import type { Sender } from "#server/storage/projects/project-store.ts";

/**
 * What ingestion asks of a database that other machines keep: it must never wait for the work of
 * others there, and it has to know soon that nothing answers. Each method rejects as “away” after a
 * few seconds.
 */
export interface AdmissionStore {
  /** Resolves while the database answers and has the tables of this version. */
  answers(): Promise<void>;
  /** As `ProjectStore.byKey`. */
  byKey(publicKey: string): Promise<Sender | undefined>;
  /**
   * Active keys, most recently used first and at most `limit`, with their projects; undefined while
   * they still have this `mark`.
   */
  senders(limit: number, mark?: string): Promise<Senders | undefined>;
}

export type Senders = { mark: string; keys: Key[]; projects: Project[] };
