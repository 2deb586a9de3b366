import type { RateStore, ProcessRate } from "#server/storage/processes/rate-store.ts";

/**
 * Shares limits among processes of one database. Each process reports once a second what it
 * accepted, and counts reports of others as its own. A limit may be exceeded for about a second; a
 * process that overdraws waits longer.
 */
export type SharedRates = {
  /** Records that this process accepted `units` under this name. */
  took(name: string, units: number): void;
  /**
   * Passes what others accepted under this name since the last report, and the time (milliseconds
   * since 1970).
   */
  follow(name: string, heard: (units: number, at: number) => void): void;
  /** Call once a second. Asks no other process until this one has received limited data. */
  exchange(): Promise<void>;
};

type SharingDeps = { rates: RateStore; process: string; now: () => number };

const minuteMs = 60_000;

type Own = { name: string; minute: number; units: number; told: number };

export function shareRates({ rates, process, now }: SharingDeps): SharedRates {
  const own = new Map<string, Own>();
  const followers = new Map<string, (units: number, at: number) => void>();
  /**
   * The last reported totals. Undefined at first: usage before this process joined is not counted.
   */
  let known: Map<string, number> | undefined;

  const minuteNow = () => Math.floor(now() / minuteMs) * minuteMs;

  function heard(others: ProcessRate[]): void {
    const before = known;
    known = new Map();
    for (const { process, minute, name, units } of others) {
      const key = `${process} ${minute} ${name}`;
      known.set(key, units);
      const more = before ? units - (before.get(key) ?? 0) : 0;
      if (more > 0) followers.get(name)?.(more, now());
    }
  }

  return {
    took(name, units) {
      const minute = minuteNow();
      const key = `${minute} ${name}`;
      const so = own.get(key);
      if (so) so.units += units;
      else own.set(key, { name, minute, units, told: 0 });
    },
    follow: (name, tell) => void followers.set(name, tell),
    async exchange() {
      const since = minuteNow() - minuteMs;
      for (const [key, { minute }] of own) if (minute < since) own.delete(key);
      if (followers.size === 0) return;
      const news = [...own.values()].filter(({ units, told }) => units > told);
      const sent = news.map(({ name, minute, units }) => ({ name, minute, units }));
      heard(await rates.exchange(process, sent, since));
      for (const [at, { units }] of sent.entries()) news[at]!.told = units;
    },
  };
}
