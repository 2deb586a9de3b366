import type { ProjectId } from "#server/domain/ids.ts";

/** Processes that share a database. With a data folder, there is only one. */
export interface ProcessStore {
  /**
   * Reports this process's status, replacing its last report. Returns how many others reported
   * since `heardSince`.
   */
  report(status: ProcessStatus, heardSince: number): Promise<number>;
  /** Processes that reported at or after `since`, by name. */
  list(since: number): Promise<ProcessStatus[]>;
  /** A process that ended with everything stored is not waited for. */
  forget(name: string): Promise<void>;
  /** Deletes processes with an older last report. */
  evict(before: number): Promise<void>;
}

/** Times are milliseconds since 1970. */
export type ProcessStatus = {
  name: string;
  at: number;
  /** Everything that this process accepted before this time is stored, except of `heldBack`. */
  storedUpTo: number;
  /** Projects with unstored requests whose cluster node doesn't respond. */
  heldBack: ProjectId[];
  /** Requests in its spool. */
  waitingRequests: number;
  waitingBytes: number;
};
