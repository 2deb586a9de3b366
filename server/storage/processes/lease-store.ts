/**
 * Work that one of several processes with a shared database does. With a data folder, there is only
 * one process.
 */
export interface LeaseStore {
  /**
   * Whether `holder` has the lease from now until `until`: it is free, expired, or already its own
   * (then it is extended). Times are milliseconds since 1970.
   */
  take(name: string, lease: { holder: string; now: number; until: number }): Promise<boolean>;
  /** Releases it, so that others need not wait for it to expire. */
  giveBack(name: string, holder: string): Promise<void>;
}
