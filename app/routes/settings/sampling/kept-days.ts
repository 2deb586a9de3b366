import { dayMs } from "#server/domain/time.ts";

/** A UTC day, newest first: how many traces came, and how many of them are kept. */
export type KeptDay = { day: string; came: number; kept: number };

type CountKept = (window: { since: number; until: number }) => Promise<{ came: number; kept: number }>;

export async function keptDays(count: CountKept, now: number, days: number): Promise<KeptDay[]> {
  const today = Math.floor(now / dayMs) * dayMs;
  const starts = Array.from({ length: days }, (_, ago) => today - ago * dayMs);
  return Promise.all(
    starts.map(async (since) => ({
      day: new Date(since).toISOString().slice(0, 10),
      ...(await count({ since, until: since + dayMs })),
    })),
  );
}
