import { join } from "node:path";
import { watchOverload } from "#server/digest/intake/intake-state.ts";
import { heardMs, isAnotherAlive, processStatusOf } from "#server/digest/process-status.ts";
import { watchClock } from "#server/digest/queue/watch-clock.ts";
import { watchDisk } from "#server/digest/spool/watch-disk.ts";
import { caughtUpEverywhere } from "#server/jobs/caught-up-everywhere.ts";
import { clockJobs } from "#server/jobs/clock-jobs.ts";
import { deleteProjectsWith } from "#server/jobs/delete-projects.ts";
import { createLeadership } from "#server/jobs/leadership.ts";
import { retainInTime } from "#server/jobs/retain.ts";
import { type Job, schedule } from "#server/jobs/schedule.ts";
import { watchMonitors } from "#server/jobs/watch-monitors.ts";
import { createWeeklyDigests } from "#server/jobs/weekly-digest.ts";
import { createReadOverview } from "#server/overview/read-overview.ts";
import { createReadEvent } from "#server/read/read-event.ts";
import { createSuggestOwners } from "#server/read/suggest-owners.ts";
import { startDeliveriesLate } from "./start-deliveries.ts";
import { startFileWatch } from "./start-file-watch.ts";
import type { WorkerDigest } from "./worker-digest.ts";
import type { WorkerIntake } from "./worker-intake.ts";
import type { WorkerStore } from "./worker-store.ts";

type JobsDeps = {
  worker: WorkerStore;
  digest: WorkerDigest;
  intake: WorkerIntake;
  program: string;
};

/** Starts scheduled jobs. The result stops them in order. */
export async function startJobs(deps: JobsDeps): Promise<(() => unknown)[]> {
  const { worker, digest, intake } = deps;
  const { config, name, store, admission, report, log } = worker;
  const parts = { log, onEnded: report.onDelivery };
  const deliveries = await startDeliveriesLate(config, store, parts, digest.isCurrent);
  const keepAdmission = () => admission.refresh({ cursor: digest.cursor(), quotas: intake.quotas });
  const leadership = createLeadership(store.leases, name, Date.now);
  const { stop } = schedule(
    [...(await sharedJobs(deps, deliveries.turn)), ...ownJobs(deps, keepAdmission)],
    {
      log,
      mayLead: leadership.isMine,
      ...(store.news && { news: store.news }),
    },
  );
  return [
    stop,
    keepAdmission,
    deliveries.stop,
    leadership.giveBack,
    () => store.processes.forget(name),
  ];
}

/** Run by one of the processes that share a database. */
async function sharedJobs(
  { worker, digest }: JobsDeps,
  deliver: () => Promise<boolean>,
): Promise<Job[]> {
  const { config, name, store, admission, elapsed } = worker;
  const now = Date.now;
  const caughtUpHere = () => admission.watch.settled().then(digest.queue.caughtUp);
  const caughtUp = caughtUpEverywhere({ caughtUp: caughtUpHere, processes: store.processes, now });
  const goesOn = digest.isCurrent && (await isAnotherAlive(store.processes, name, now()));
  const readEvent = createReadEvent(store, digest.written.unminify);
  return clockJobs({
    store,
    now,
    limits: digest.limits,
    deliver,
    watch: watchMonitors({ store, now, caughtUp, goesOn }),
    retain: retainInTime({ store, now, elapsed, caughtUp }),
    deleteProjects: deleteProjectsWith({ store, now, caughtUp }),
    alerts: { store, readEvent, mailIsOn: config.mail !== undefined, now },
    suggestOwners: createSuggestOwners(store, readEvent),
    weeklyDigests: createWeeklyDigests({
      store,
      readOverview: createReadOverview(store, now),
      now,
    }),
  });
}

/** Run by every process for itself. */
function ownJobs(
  { worker, digest, intake, program }: JobsDeps,
  keepAdmission: () => Promise<void>,
): Job[] {
  const { config, name, store, admission, backlog, report, log, elapsed } = worker;
  const { queue, replay, seenAssets } = digest;
  const { troubles } = report;
  const overload = watchOverload(troubles, queue.figures, elapsed);
  const clock = watchClock({ now: Date.now, elapsed, log });
  const follow = async () => {
    clock();
    overload();
    report.tell();
  };
  const reportStatus = async () => {
    const now = Date.now();
    digest.countOthers(
      await store.processes.report(
        processStatusOf(name, queue.figures(), queue.heldBack(), now),
        now - heardMs,
      ),
    );
    admission.watch.heard();
  };
  const disk = watchDisk({ folder: join(config.dataFolder, "spool"), backlog, troubles });
  const files = startFileWatch({ sibling: program, store, troubles, log });
  return [
    { name: "store rejected counts", everyMs: 1000, run: intake.tally.flush, everywhere: true },
    { name: "check files", everyMs: 15_000, run: files, everywhere: true },
    { name: "check the disk", everyMs: 1000, run: disk, everywhere: true },
    { name: "report status", everyMs: 1000, run: follow, everywhere: true },
    { name: "replay", everyMs: 1000, run: replay.turn, everywhere: true },
    { name: "store seen assets", everyMs: 5000, run: seenAssets.flush, everywhere: true },
    { name: "store key usage", everyMs: 1000, run: intake.uses.flush, everywhere: true },
    { name: "notify other processes", everyMs: 1000, run: reportStatus, everywhere: true },
    {
      name: "share rate limits",
      everyMs: 1000,
      run: intake.sharedRates.exchange,
      everywhere: true,
    },
    { name: "check the database", everyMs: 1000, run: admission.watch.look, everywhere: true },
    { name: "store admission state", everyMs: 5000, run: keepAdmission, everywhere: true },
  ];
}
