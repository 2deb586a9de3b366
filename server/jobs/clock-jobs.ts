import type { Store } from "#server/storage/store.ts";
import type { CardinalityLimits } from "#server/domain/cardinality/limits.ts";
import type { AlertDeps } from "./alert-deps.ts";
import { advanceBulkActs, evictBulkActs } from "./bulk-acts.ts";
import { ageIssues } from "./age-issues.ts";
import { assignOwners } from "./assign-owners.ts";
import { emptyDeletedIssues } from "./empty-deleted-issues.ts";
import { evaluateWindows, followLogs } from "./evaluate-alerts.ts";
import { evictions } from "./evictions.ts";
import { expire } from "./expire.ts";
import { allFollowers } from "./follow-log.ts";
import { freeNames } from "./free-names.ts";
import { resolveInactiveIssues, wakeEscalated } from "./watch-issues.ts";
import { onReachable } from "./nodes-away.ts";
import { notifyPeople } from "./notify-people.ts";
import { thinTraces } from "./thin-traces.ts";
import type { Job } from "./schedule.ts";

type ClockDeps = {
  store: Store;
  now: () => number;
  limits: CardinalityLimits;
  watch: () => Promise<void>;
  retain: () => Promise<boolean>;
  deliver: () => Promise<boolean>;
  deleteProjects: () => Promise<boolean>;
  weeklyDigests: () => Promise<boolean>;
  alerts: AlertDeps;
  suggestOwners: Parameters<typeof assignOwners>[0]["suggestOwners"];
};

/** Scheduled work that runs once for all processes that share a database. */
export function clockJobs({
  store,
  now,
  limits,
  alerts,
  suggestOwners,
  ...jobs
}: ClockDeps): Job[] {
  const { watch, retain, deliver, deleteProjects, weeklyDigests } = jobs;
  const alertLogs = followLogs(alerts);
  const owners = assignOwners({ store, suggestOwners, now });
  const people = notifyPeople({ store, now });
  return [
    { name: "expire", everyMs: 600_000, run: () => expire(store, now()) },
    { name: "create upcoming days", everyMs: 60_000, run: () => store.retention.prepare(now()) },
    { name: "age issues", everyMs: 30_000, run: () => ageIssues(store, now()) },
    { name: "sample traces", everyMs: 60_000, run: () => thinTraces(store, now()) },
    { name: "wake escalated issues", everyMs: 30_000, run: () => wakeEscalated(store, now()) },
    {
      name: "resolve inactive issues",
      everyMs: 60_000,
      run: () => resolveInactiveIssues(store, now()),
    },
    {
      name: "run bulk actions",
      everyMs: 250,
      quietMs: 5000,
      run: () => advanceBulkActs({ store, now }),
    },
    { name: "evict bulk acts", everyMs: 3_600_000, run: () => evictBulkActs({ store, now }) },
    {
      name: "empty deleted issues",
      everyMs: 250,
      quietMs: 5000,
      run: () => emptyDeletedIssues(store, now),
    },
    { name: "delete projects", everyMs: 250, quietMs: 5000, run: deleteProjects },
    { name: "move events", everyMs: 250, quietMs: 5000, run: () => moveEvents(store, now) },
    { name: "watch monitors", everyMs: 3000, run: watch },
    { name: "deliver", everyMs: 250, quietMs: 1000, run: deliver },
    {
      name: "read logs for alert rules",
      everyMs: 1000,
      quietMs: 5000,
      run: alertLogs.follow,
    },
    { name: "evaluate alert rules", everyMs: 30_000, run: () => evaluateWindows(alerts) },
    {
      name: "assign new issues to owners",
      everyMs: 500,
      quietMs: 5000,
      run: owners.follow,
    },
    { name: "write weekly digests", everyMs: 2000, quietMs: 10_000, run: weeklyDigests },
    { name: "notify members", everyMs: 500, quietMs: 5000, run: people.follow },
    {
      name: "catch up with nodes that respond again",
      everyMs: 2000,
      quietMs: 5000,
      run: allFollowers([alertLogs, owners, people]).catchUp,
    },
    { name: "enforce storage limits", everyMs: 2000, quietMs: 5000, run: retain },
    { name: "free unused names", everyMs: 3_600_000, run: () => freeNames(store, limits, now()) },
    ...evictions.map(({ name, everyMs, evict }) => ({
      name,
      everyMs,
      run: () => evict(store, now()),
    })),
  ];
}

/** Short enough not to noticeably delay the digest's batches. */
const atOnceMs = 100;

/** Moves events of merged and split issues, some at a time. Returns whether there were any. */
async function moveEvents(
  { groupings, projects }: Pick<Store, "groupings" | "projects">,
  now: () => number,
): Promise<boolean> {
  const until = now() + atOnceMs;
  let more = true;
  let moved = false;
  while (more && now() < until)
    moved = (more = await onReachable({ projects }, groupings.moveEvents)) || moved;
  return moved;
}
