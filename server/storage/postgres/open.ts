import { alertStores } from "#server/storage/alerts/stores.ts";
import { projectStore } from "#server/storage/projects/projects.ts";
import { projectStores } from "#server/storage/projects/stores.ts";
import { peopleStores } from "#server/storage/people/stores.ts";
import { noFiles } from "#server/storage/file-store.ts";
import type { OpenedStore } from "#server/storage/store.ts";
import { connectDatabase } from "./database.ts";
import { telemetryDays } from "./days.ts";
import { digest } from "./digest.ts";
import { admissionStore } from "./admission.ts";
import { type LateOptions, migratedDatabase } from "./late-migration.ts";
import { artifactStore } from "./artifacts.ts";
import { attachmentStore } from "./attachments.ts";
import { bulkStore } from "./bulk.ts";
import { commentStore, type DiscussionDatabase } from "#server/storage/discussion/comments.ts";
import { addActivities } from "./activities.ts";
import { emptyDeletedIssues } from "./deleted-events.ts";
import { deletionStore } from "./deletions.ts";
import { discardStore } from "#server/storage/discards/discards.ts";
import { eventStore } from "./events.ts";
import { feedbackStore } from "#server/storage/feedback/feedback.ts";
import { groupingStore } from "./groupings.ts";
import { issueStore } from "./issues.ts";
import { leaseStore } from "./leases.ts";
import { outcomeStore } from "./outcomes.ts";
import { monitorStore } from "#server/storage/monitors/monitors.ts";
import { nounDatabase, nounQuery } from "./noun-database.ts";
import { nameStore } from "./names.ts";
import { processStore } from "./processes.ts";
import { projectOverviews } from "./project-overviews.ts";
import { rateStore } from "./rates.ts";
import { releaseStore } from "#server/storage/releases/releases.ts";
import { evictHealth } from "./release-evict.ts";
import { releaseIssues } from "./release-issues.ts";
import { retentionStore } from "./retention.ts";
import { rollupStore } from "./rollups.ts";
import { settingStore } from "#server/storage/instance/settings.ts";
import { subscriptionStore } from "#server/storage/discussion/subscriptions.ts";
import { newsOf } from "./locks.ts";
import { traceStore } from "./traces.ts";
import { trafficStore } from "./traffic.ts";

export type PostgresOptions = {
  /** Whose spool `digest` and `digested` are about: a name that no other process has. */
  process: string;
  /** How many connections this thread holds at most. On a cluster each may open several more behind it. */
  connections: number;
  /** How long a statement may take before the server ends it; no limit unless told. */
  statementMs?: number;
  /** For the thread that takes events: its start continues while the database is away, and the store has `admission`. */
  late?: LateOptions;
};

/**
 * Opens the database at a `postgres://` address, makes or upgrades its tables where need be. Any number of processes and threads
 * may have it open; each sees what the others have committed. Throws with a sentence for people when it is of a newer format.
 */
export async function openPostgresStore(
  url: string,
  { process, connections, statementMs, late }: PostgresOptions,
): Promise<OpenedStore> {
  const { database, ready } = await migratedDatabase(connectDatabase(url, connections, statementMs), late);
  const nouns = nounDatabase(database);
  const discussion: DiscussionDatabase = {
    query: nouns.query,
    transaction: (work) =>
      database.transaction((query) =>
        work(nounQuery(query), async (projectId, activity) => void (await addActivities(query, projectId, [activity]))),
      ),
  };
  const days = telemetryDays(database);
  const admission = late && admissionStore({ connect: () => connectDatabase(url, 2), ready });
  return {
    ...(admission && { admission }),
    pool: () => database.pool(),
    news: newsOf(database),
    ...peopleStores(nouns),
    ...projectStores(nouns),
    ...alertStores(nouns, process),
    projects: { ...projectStore(nouns), overviews: projectOverviews(database.query) },
    deletions: deletionStore(database, days),
    bulk: bulkStore(database),
    discards: { ...discardStore(nouns), emptySlice: emptyDeletedIssues(database, days) },
    issues: issueStore(database),
    events: eventStore(database, days),
    groupings: groupingStore(database, days),
    traces: traceStore(database, days),
    rollups: rollupStore(database),
    releases: { ...releaseStore(nouns), ...releaseIssues(database.query), evictHealth: evictHealth(database.query) },
    traffic: trafficStore(database, days),
    comments: commentStore(discussion),
    subscriptions: subscriptionStore(discussion),
    feedback: feedbackStore(nouns),
    attachments: attachmentStore(database),
    monitors: monitorStore(nouns),
    outcomes: outcomeStore(database),
    names: nameStore(database),
    settings: settingStore(nouns),
    retention: retentionStore(database, days),
    files: noFiles,
    leases: leaseStore(database),
    processes: processStore(database),
    rates: rateStore(database),
    artifacts: artifactStore(database),
    ...digest(database, days, process),
    close: async () => void (await Promise.all([database.close(), admission?.close()])),
  };
}
