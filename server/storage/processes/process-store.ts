/** The processes that share a database. With a folder of one's own there is only one. */
export interface ProcessStore {
  /**
   * Says how this process stands; each report takes the place of its last one. Returns how many
   * others reported since `heardSince`.
   */
  report(status: ProcessStatus, heardSince: number): Promise<number>;
  /** Those that reported at or after `since`, by name. */
  list(since: number): Promise<ProcessStatus[]>;
  /** One that has ended, and stored all it had accepted, is not waited for. */
  forget(name: string): Promise<void>;
  /** Forgets those whose last report is older. */
  evict(before: number): Promise<void>;
}

/** Times are milliseconds since 1970. */
export type ProcessStatus = {
  name: string;
  at: number;
  /** Everything that this process accepted before this moment is on the pages. */
  storedUpTo: number;
  /** What waits in its spool. */
  waitingRequests: number;
  waitingBytes: number;
};
