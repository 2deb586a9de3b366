import type { ProjectId } from "#server/domain/ids.ts";
import { dayMs, hourMs } from "#server/domain/time.ts";
import { countApdex } from "#server/domain/rollup/apdex.ts";
import { emptyRollup } from "#server/domain/rollup/rollup.ts";
import type { RollupChange } from "#server/storage/rollups/rollup-store.ts";
import type { Store } from "#server/storage/store.ts";
import { digestRollups, randomBy } from "#tests/storage/rollups/rollup-sample.ts";

export const routeCount = 200;
export const days = 30;
export const monthStart = Date.UTC(2026, 9, 20);
export const monthEnd = monthStart + days * dayMs;
export const routeOf = (index: number): string => `/route-${index}/:id`;

/**
 * A month of one service: some routes far busier than others, an eighth in staging, a release each
 * afternoon.
 */
export type Month = {
  spans: number;
  /** Hours between batches with a change of each route; daily rows stay the same. */
  everyHours: number;
  /** Called with every span, for the floor. */
  each?: (route: number, at: number, durationMs: number) => void;
};

const shares = Array.from({ length: routeCount }, (_, index) => 1 / (index + 5));
const allShares = shares.reduce((sum, share) => sum + share, 0);
const environments = [
  ["production", 7 / 8],
  ["staging", 1 / 8],
] as const;
const deployHour = 14;

/**
 * Stores the month through the digest. Returns the number of spans, which are generated without
 * bodies.
 */
export async function putMonth(
  store: Store,
  projectId: ProjectId,
  { spans, everyHours, each }: Month,
): Promise<number> {
  const random = randomBy(11);
  let count = 0;
  for (let hour = 0; hour < days * 24; hour += everyHours) {
    const rollups: RollupChange[] = [];
    const at = monthStart + hour * hourMs;
    const release = `2026.${Math.floor((hour + 24 - deployHour) / 24)}`;
    for (const [route, share] of shares.entries()) {
      for (const [environment, part] of environments) {
        const expected = (spans * (share / allShares) * part * everyHours) / (days * 24);
        const change = changeOf(
          projectId,
          { route, at, environment, release, times: Math.floor(expected + random()) },
          random,
          each,
        );
        count += change.rollup.durations.count;
        if (change.rollup.durations.count > 0) rollups.push(change);
      }
    }
    await digestRollups(store, { rollups });
  }
  return count;
}

type Asked = { route: number; at: number; environment: string; release: string; times: number };

function changeOf(
  projectId: ProjectId,
  asked: Asked,
  random: () => number,
  each: Month["each"],
): RollupChange {
  const rollup = emptyRollup();
  for (let span = 0; span < asked.times; span++) {
    const durationMs = (20 + asked.route) * Math.exp(0.7 * normal(random));
    const failed = random() < 0.01;
    rollup.durations.add(durationMs);
    rollup.totalMs += durationMs;
    rollup.failed += Number(failed);
    countApdex(rollup, "server", durationMs, failed);
    each?.(asked.route, asked.at, durationMs);
  }
  const { at, environment, release } = asked;
  const operation = { service: "shop", kind: "server", route: routeOf(asked.route) } as const;
  return {
    projectId,
    operation,
    environment,
    release,
    at,
    rollup,
    samples: { slow: [], failed: [], random: [] },
  };
}

const normal = (random: () => number) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
