import { auditKeptDays } from "#server/domain/people/audit.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Store } from "#server/storage/store.ts";
import { frequencyWindows } from "#server/domain/alert/windows.ts";
import { tierKeptMs } from "#server/domain/rollup/tier.ts";
import { inSlices } from "./retain.ts";
import { keptDays } from "#server/domain/delivery/delivery.ts";

/**
 * Data that expires on its own, with one job per kind. To add a kind, add a line here and a
 * function below.
 */
export const evictions: readonly Eviction[] = [
  { name: "evict rollups", everyMs: 600_000, evict: evictRollups },
  { name: "evict the audit log", everyMs: 3_600_000, evict: evictAudit },
  { name: "evict sessions of releases", everyMs: 3_600_000, evict: evictHealth },
  { name: "evict check-ins", everyMs: 600_000, evict: evictCheckIns },
  { name: "evict deliveries", everyMs: 600_000, evict: evictDeliveries },
  { name: "evict counters", everyMs: 3_600_000, evict: evictCounters },
  { name: "evict chunks", everyMs: 3_600_000, evict: evictChunks },
  { name: "evict processes", everyMs: 3_600_000, evict: evictProcesses },
];

type Eviction = {
  name: string;
  everyMs: number;
  evict: (store: Store, now: number) => Promise<unknown>;
};

/** Removes expired audit log entries. Returns their number. */
function evictAudit(store: Pick<Store, "audit">, now: number): Promise<number> {
  return store.audit.evict(now - auditKeptDays * dayMs);
}

const slice = 2_000;

/** Check-ins are kept as long as events: 30 days by default. Returns the number removed. */
async function evictCheckIns(
  { monitors, retention }: Pick<Store, "monitors" | "retention">,
  now: number,
): Promise<number> {
  const { eventDays } = await retention.limits();
  let gone = 0;
  for (let last = slice; last === slice; gone += last)
    last = await monitors.evict(now - eventDays * dayMs, slice);
  return gone;
}

/**
 * Chunks are parts of uploads. A day after they were last requested, they are unlikely to be
 * assembled.
 */
async function evictChunks({ artifacts }: Pick<Store, "artifacts">, now: number): Promise<number> {
  return artifacts.evictChunks(now - dayMs);
}

/** The longest window of an alert rule. */
const lateKeptMs = Math.max(...frequencyWindows) * 60_000;

/**
 * Hourly counters are kept as long as hourly rollups; daily counters and outcomes as long as daily
 * rollups.
 */
async function evictCounters({ retention }: Pick<Store, "retention">, now: number): Promise<void> {
  const { rollupDays } = await retention.limits();
  const daysMs = rollupDays * dayMs;
  const late = now - lateKeptMs;
  const before = { hours: now - Math.min(tierKeptMs.hour, daysMs), days: now - daysMs, late };
  await inSlices(() => retention.evictCounters(before));
}

/**
 * Removes expired messages, deliveries, and notices in slices. Returns the number of rows removed.
 */
async function evictDeliveries(
  { deliveries }: Pick<Store, "deliveries">,
  now: number,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const gone = await deliveries.evict(now - keptDays * dayMs);
    if (gone === 0) return removed;
    removed += gone;
  }
}

/**
 * State of individual sessions, kept longer than any lookup needs
 * (`digest/sessions/shared-sessions.ts`).
 */
const heardDays = 2;

/**
 * Sessions are kept as long as daily rollups: 400 days by default. Returns the number of rows
 * removed.
 */
async function evictHealth(
  { releases, retention }: Pick<Store, "releases" | "retention">,
  now: number,
): Promise<number> {
  const { rollupDays } = await retention.limits();
  return releases.evictHealth(now - rollupDays * dayMs, now - heardDays * dayMs);
}

/** How long the storage page lists a silent process: its spool may contain unstored data. */
const keptMs = 7 * 86_400_000;

function evictProcesses({ processes }: Pick<Store, "processes">, now: number): Promise<void> {
  return processes.evict(now - keptMs);
}

/** Removes rollups older than each tier's retention. Returns the number of rows removed. */
async function evictRollups(
  { rollups, retention }: Pick<Store, "rollups" | "retention">,
  now: number,
): Promise<number> {
  const { rollupDays } = await retention.limits();
  return rollups.evict(now, rollupDays * dayMs);
}
