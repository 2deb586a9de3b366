/**
 * What the processes that share a database let in, said to each other. A process with a folder of
 * its own tells no one.
 */
export interface RateStore {
  /**
   * Says how much this process has taken so far in these minutes, in place of what it said of them
   * before. Answers with what the others said, of minutes from `since` on; what is older is
   * forgotten.
   */
  exchange(process: string, own: Rate[], since: number): Promise<ToldRate[]>;
}

/** `minute`: its start, milliseconds since 1970. */
export type Rate = { name: string; minute: number; units: number };
export type ToldRate = Rate & { process: string };
