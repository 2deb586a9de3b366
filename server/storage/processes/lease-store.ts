/**
 * Work that one process does for all of those that share a database. With a folder of one's own
 * there is only one.
 */
export interface LeaseStore {
  /**
   * Whether `holder` has the lease from now until `until`: it is free, run out, or its own already
   * (then it is prolonged). Times are milliseconds since 1970.
   */
  take(name: string, lease: { holder: string; now: number; until: number }): Promise<boolean>;
  /** Gives it back, so that another need not wait for its end. */
  giveBack(name: string, holder: string): Promise<void>;
}
