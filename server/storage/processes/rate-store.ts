/**
 * What processes with a shared database accept, exchanged among them. A process with a data folder
 * has no one to exchange with.
 */
export interface RateStore {
  /**
   * Replaces this process's totals for these minutes. Returns those of others from minute `since`
   * on, and deletes older ones.
   */
  exchange(process: string, own: Rate[], since: number): Promise<ProcessRate[]>;
}

/** `minute`: its start, milliseconds since 1970. */
export type Rate = { name: string; minute: number; units: number };
export type ProcessRate = Rate & { process: string };
