import { setImmediate } from "node:timers/promises";
import { dayMs } from "#server/domain/time.ts";
import { firstKeptDay, planRetention } from "#server/domain/retention/plan.ts";
import { createSteadyClock } from "#server/domain/retention/steady-clock.ts";
import { thinnedShare } from "#server/domain/retention/worth.ts";
import type { ThinnedTrace } from "#server/storage/traces/trace-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { CaughtUp } from "./caught-up-everywhere.ts";
import { tracesThatStay } from "./thin-traces.ts";

type RetainDeps = {
  store: Pick<Store, "retention" | "projects" | "traces" | "rollups">;
  now: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  /** What waits may belong to a past day. */
  caughtUp: CaughtUp;
};

const everyMs = 600_000;

/**
 * Called every few seconds. Enforces limits every ten minutes and soon after a limit changed.
 * Interrupted work continues in the next call.
 */
export function retainInTime(deps: RetainDeps): () => Promise<boolean> {
  const isSteady = createSteadyClock();
  let last: { atMs: number; limits: string } | undefined;
  return async () => {
    const believed = isSteady(deps.now(), deps.elapsed());
    const limits = await limitsText(deps.store);
    if (last && last.limits === limits && deps.elapsed() - last.atMs < everyMs) return false;
    last = { atMs: deps.elapsed(), limits };
    if (believed && (await deps.caughtUp()).size === 0) await retain(deps.store, deps.now);
    return true;
  };
}

async function limitsText({
  retention,
  projects,
}: Pick<Store, "retention" | "projects">): Promise<string> {
  const ofProjects = (await projects.list()).map(
    ({ settings }) => settings.retention.eventDays ?? 0,
  );
  return JSON.stringify([await retention.limits(), ofProjects]);
}

/**
 * Drops days, thins days close to being dropped, empties data with a shorter project retention, and
 * returns disk space.
 */
export async function retain(store: RetainDeps["store"], now: () => number): Promise<void> {
  const { retention } = store;
  await retention.finishDrops(now());
  await retention.measure(now());
  const limits = await retention.limits();
  const plan = planRetention(await retention.days(), limits, now());
  for (const day of plan.drop) await retention.drop(day, now());
  if (plan.thin !== undefined) await thinDay(store, plan.thin, now);
  await emptyEarlier(store, limits.eventDays, now());
  await inSlices(() => retention.reclaim(now()));
  await retention.measure(now());
}

/** Ranks events by value; traces as in sampling; undecided traces last. */
async function thinDay(
  { retention, ...store }: RetainDeps["store"],
  day: string,
  now: () => number,
): Promise<void> {
  const from = Date.parse(day);
  for (const { id } of await store.projects.list()) {
    const choose = (traces: ThinnedTrace[]) =>
      tracesThatStay(store, id, traces, { keptShare: thinnedShare, now: now() });
    await store.traces.thin({ projectId: id, from, before: from + dayMs, choose });
  }
  await inSlices(() => retention.thinEvents(day, thinnedShare, now()));
}

async function emptyEarlier(
  { retention, projects }: Pick<Store, "retention" | "projects">,
  eventDays: number,
  now: number,
): Promise<void> {
  for (const { id, settings } of await projects.list()) {
    const own = settings.retention.eventDays;
    if (own === undefined || own >= eventDays) continue;
    const over = (await retention.days()).filter(({ day }) => day < firstKeptDay(own, now));
    for (const { day } of over) await inSlices(() => retention.emptyDay(id, day));
  }
}

/** This thread also ingests events, which run between slices. True: there is more. */
export async function inSlices(slice: () => Promise<boolean>): Promise<void> {
  while (await slice()) await setImmediate();
}
