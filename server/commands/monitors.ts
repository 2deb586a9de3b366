import { type Monitor, monitorLimits, type MonitorConfig } from "#server/domain/monitor/monitor.ts";
import { checkTimetable } from "#server/domain/monitor/schedule.ts";
import { dueAt, replan } from "#server/domain/monitor/slot.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { MonitorTransaction } from "#server/storage/monitors/monitor-store.ts";
import type { Store } from "#server/storage/store.ts";

/** The fields of a monitor's form. */
export type MonitorForm = MonitorConfig & { name: string; slug: string };

type Deps = { store: Store; now: () => number };

/**
 * "invalid" with the field in `causes`; "conflict" if the slug is taken or the limit is reached.
 */
export async function makeMonitor(
  { store, now }: Deps,
  { id }: Project,
  form: MonitorForm,
): Promise<Monitor | Problem> {
  const wrong = checkTimetable(form, now());
  if (wrong) return wrong;
  return store.monitors.transact(async (transaction) => {
    if ((await transaction.count(id)) >= monitorLimits.perProject) return tooMany;
    return (
      (await transaction.make({ ...form, projectId: id, createdAt: now() })) ?? taken(form.slug)
    );
  });
}

export async function changeMonitor(
  deps: Deps,
  project: Project,
  slug: string,
  form: MonitorForm,
): Promise<Monitor | Problem> {
  const wrong = checkTimetable(form, deps.now());
  return wrong ?? change(deps, project, slug, (monitor) => ({ ...monitor, ...form }));
}

/** Mutes notifications until then; undefined: unmutes. */
export const muteMonitor = (
  deps: Deps,
  project: Project,
  slug: string,
  until: number | undefined,
): Promise<Monitor | Problem> => change(deps, project, slug, (monitor) => muted(monitor, until));

export const pauseMonitor = (
  deps: Deps,
  project: Project,
  slug: string,
): Promise<Monitor | Problem> =>
  change(deps, project, slug, (monitor) => ({
    ...monitor,
    pausedAt: monitor.pausedAt ?? deps.now(),
  }));

export const resumeMonitor = (
  deps: Deps,
  project: Project,
  slug: string,
): Promise<Monitor | Problem> => change(deps, project, slug, resumed);

/** Including its check-ins and incidents. */
export function deleteMonitor(
  { store }: Deps,
  project: Project,
  slug: string,
): Promise<Monitor | Problem> {
  return store.monitors.transact(async (transaction) => {
    const monitor = await transaction.find(project.id, slug);
    if (!monitor) return gone;
    await transaction.remove(monitor.id);
    return monitor;
  });
}

/** Updates the monitor and its expected check-ins in one transaction. */
async function change(
  { store, now }: Deps,
  project: Project,
  slug: string,
  become: (monitor: Monitor) => Monitor,
): Promise<Monitor | Problem> {
  return store.monitors.transact(async (transaction) => {
    const before = await transaction.find(project.id, slug);
    if (!before) return gone;
    const after = become(before);
    if (!(await transaction.change(after))) return taken(after.slug);
    await follow(transaction, before, after, now());
    return after;
  });
}

async function follow(
  transaction: MonitorTransaction,
  before: Monitor,
  after: Monitor,
  now: number,
): Promise<void> {
  // Missed check-ins during a pause don't count.
  if (before.pausedAt !== undefined && after.pausedAt === undefined)
    await transaction.doubtOpen(after.id);
  const isMovedBy = (name: "schedule" | "timeZone" | "pausedAt") =>
    JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const isMoved = isMovedBy("schedule") || isMovedBy("timeZone") || isMovedBy("pausedAt");
  for (const each of await transaction.environments(after.id)) {
    const planned = isMoved ? replan(after, each, now) : each;
    await transaction.putEnvironment(planned, dueAt(after, planned));
  }
}

function muted(monitor: Monitor, until: number | undefined): Monitor {
  const { mutedUntil: _before, ...rest } = monitor;
  return until === undefined ? rest : { ...rest, mutedUntil: until };
}

function resumed({ pausedAt: _before, ...monitor }: Monitor): Monitor {
  return monitor;
}

const gone: Problem = { problem: "not-found", detail: "Monitor not found." };
const tooMany: Problem = {
  problem: "conflict",
  detail: `A project can have at most ${monitorLimits.perProject} monitors. Delete one that you no longer need.`,
  causes: ["form"],
};
const taken = (slug: string): Problem => ({
  problem: "conflict",
  detail: `The slug ${slug} is taken. Choose another.`,
  causes: ["slug"],
});
