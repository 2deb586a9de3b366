import type { CheckIn } from "#server/domain/monitor/check-in.ts";
import type { Monitor, MonitorEnvironment } from "#server/domain/monitor/monitor.ts";
import { dueAt } from "#server/domain/monitor/slot.ts";
import {
  type Gap,
  gapBefore,
  type Look,
  passSlots,
  passTimeout,
} from "#server/domain/monitor/watch.ts";
import type { MonitorTransaction } from "#server/storage/monitors/monitor-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { CaughtUp } from "./caught-up-everywhere.ts";

type WatchDeps = {
  store: Pick<Store, "monitors">;
  now: () => number;
  /** A check-in that waits isn't counted as missed. */
  caughtUp: CaughtUp;
  /** Other processes accepted check-ins before this one started: its first run continues theirs. */
  goesOn?: boolean;
};

/** An on-time check-in may still be on its way to disk. */
const settleMs = 2_000;
const slice = 200;

/**
 * Checks passed slots and runs that take too long, from its last position. A process's first run
 * treats the time before it as a gap in which it didn't listen, unless others did. Monitors of
 * projects that are held back are checked later.
 */
export function watchMonitors({
  store: { monitors },
  now,
  caughtUp,
  goesOn = false,
}: WatchDeps): () => Promise<void> {
  let hasJustBegun = !goesOn;

  return async () => {
    const askedAt = now();
    const heldBack = [...(await caughtUp())];
    const at = askedAt - settleMs;
    const gap = await monitors.transact((transaction) =>
      noteGap(transaction, askedAt, at, hasJustBegun),
    );
    hasJustBegun = false;
    for (let more = true; more;) {
      const { environments, checkIns } = await monitors.due(at, slice, heldBack);
      more = environments.length === slice || checkIns.length === slice;
      if (environments.length + checkIns.length === 0) break;
      await monitors.transact(async (transaction) => {
        for (const run of checkIns) await endRun(transaction, run);
        for (const due of environments) await passDue(transaction, due, at, gap);
      });
    }
    await monitors.transact((transaction) =>
      transaction.setWatch({ until: askedAt, ...(gap && { gap }) }),
    );
  };
}

/**
 * The gap that reaches up to now, otherwise the last one: deadlines of its slots may be in the
 * future.
 */
async function noteGap(
  transaction: MonitorTransaction,
  now: number,
  at: number,
  hasJustBegun: boolean,
): Promise<Gap | undefined> {
  const watch = await transaction.watch();
  const gap = gapBefore(watch, now, hasJustBegun);
  if (!gap) return watch?.gap;
  await transaction.setWatch({ until: at, gap });
  await transaction.doubtOpen();
  return gap;
}

/** Read again in the transaction: a check-in may have arrived since they were listed. */
async function passDue(
  transaction: MonitorTransaction,
  due: MonitorEnvironment,
  at: number,
  gap?: Gap,
): Promise<void> {
  const found = await standing(transaction, due);
  if (!found) return;
  const look = passSlots(found.monitor, found.environment, at, gap);
  const adding = look.passed.map((passed) => transaction.addCheckIn(passed, undefined));
  await Promise.all([...adding, save(transaction, found.monitor, look)]);
}

async function endRun(
  transaction: MonitorTransaction,
  { id, monitorId, environment }: CheckIn,
): Promise<void> {
  const found = await standing(transaction, { monitorId, environment });
  const run = found && (await transaction.checkInById(id));
  if (!run || run.status !== "in_progress") return;
  const over = passTimeout(found.monitor, found.environment, run);
  await Promise.all([
    transaction.changeCheckIn(over.run, undefined),
    save(transaction, found.monitor, over),
  ]);
}

async function standing(
  transaction: MonitorTransaction,
  { monitorId, environment }: Pick<MonitorEnvironment, "monitorId" | "environment">,
): Promise<{ monitor: Monitor; environment: MonitorEnvironment } | undefined> {
  const [monitor, all] = await Promise.all([
    transaction.byId(monitorId),
    transaction.environments(monitorId),
  ]);
  const found = all.find((each) => each.environment === environment);
  return monitor && found && { monitor, environment: found };
}

async function save(
  transaction: MonitorTransaction,
  monitor: Monitor,
  { environment, told }: Pick<Look, "environment" | "told">,
): Promise<void> {
  const { projectId, id: monitorId } = monitor;
  await Promise.all([
    transaction.putEnvironment(environment, dueAt(monitor, environment)),
    ...told.map(({ at, what }) =>
      transaction.addIncident({
        projectId,
        monitorId,
        environment: environment.environment,
        at,
        what,
      }),
    ),
  ]);
}
