import type { RateStore, ToldRate } from "#server/storage/processes/rate-store.ts";

/**
 * Limits hold over all processes that share a database: each tells the others once a second what it
 * has let in, and counts what it hears like its own. So a limit may be overrun for about a second,
 * and a process that overdraws waits longer.
 */
export type SharedRates = {
  /** This process has let that much in of what is limited under this name. */
  took(name: string, units: number): void;
  /**
   * Tells of what others have let in under this name since they were last heard of, now
   * (milliseconds since 1970).
   */
  follow(name: string, heard: (units: number, at: number) => void): void;
  /**
   * To be called once a second. Asks no other process before this one has received anything
   * limited.
   */
  exchange(): Promise<void>;
};

type SharingDeps = { rates: RateStore; process: string; now: () => number };

const minuteMs = 60_000;

type Own = { name: string; minute: number; units: number; told: number };

export function shareRates({ rates, process, now }: SharingDeps): SharedRates {
  const own = new Map<string, Own>();
  const followers = new Map<string, (units: number, at: number) => void>();
  /**
   * What was heard last. Undefined at first: what others took before this process joined in is not
   * counted against any process.
   */
  let known: Map<string, number> | undefined;

  const minuteNow = () => Math.floor(now() / minuteMs) * minuteMs;

  function heard(others: ToldRate[]): void {
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
