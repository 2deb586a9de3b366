import { type Monitor, monitorLimits } from "#server/domain/monitor/monitor.ts";
import { checkTimetable } from "#server/domain/monitor/schedule.ts";
import { dueAt, replan } from "#server/domain/monitor/slot.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { MonitorCommands, MonitorForm } from "#server/monitor-services.ts";
import type { MonitorTransaction } from "#server/storage/monitors/monitor-store.ts";
import type { Store } from "#server/storage/store.ts";

type Parts = { store: Store; now: () => number };

export function monitorCommands(parts: Parts): MonitorCommands {
  const { store, now } = parts;
  return {
    makeMonitor: (project, form) => makeMonitor(parts, project, form),
    changeMonitor: async (project, slug, form) =>
      checkTimetable(form, now()) ?? change(parts, project, slug, (monitor) => ({ ...monitor, ...form })),
    muteMonitor: (project, slug, until) => change(parts, project, slug, (monitor) => muted(monitor, until)),
    pauseMonitor: (project, slug) =>
      change(parts, project, slug, (monitor) => ({ ...monitor, pausedAt: monitor.pausedAt ?? now() })),
    resumeMonitor: (project, slug) => change(parts, project, slug, resumed),
    deleteMonitor: (project, slug) =>
      store.monitors.transact(async (transaction) => {
        const monitor = await transaction.find(project.id, slug);
        if (!monitor) return gone;
        await transaction.remove(monitor.id);
        return monitor;
      }),
  };
}

async function makeMonitor({ store, now }: Parts, { id }: Project, form: MonitorForm): Promise<Monitor | Problem> {
  const wrong = checkTimetable(form, now());
  if (wrong) return wrong;
  return store.monitors.transact(async (transaction) => {
    if ((await transaction.count(id)) >= monitorLimits.perProject) return tooMany;
    return (await transaction.make({ ...form, projectId: id, createdAt: now() })) ?? taken(form.slug);
  });
}

/** Changes it and what is expected of it, in one transaction. */
async function change(
  { store, now }: Parts,
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

async function follow(transaction: MonitorTransaction, before: Monitor, after: Monitor, now: number): Promise<void> {
  // What went on while it was paused nobody looked at.
  if (before.pausedAt !== undefined && after.pausedAt === undefined) await transaction.doubtOpen(after.id);
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

const gone: Problem = { problem: "not-found", detail: "There is no such monitor in this project." };
const tooMany: Problem = {
  problem: "conflict",
  detail: `A project has ${monitorLimits.perProject} monitors at most. Delete one you don't need.`,
  causes: ["form"],
};
const taken = (slug: string): Problem => ({
  ...{ problem: "conflict", detail: `The slug ${slug} is taken. Choose another.`, causes: ["slug"] },
});
