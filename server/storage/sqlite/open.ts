import { alertStores } from "#server/storage/alerts/stores.ts";
import { projectStore } from "#server/storage/projects/projects.ts";
import { projectStores } from "#server/storage/projects/stores.ts";
import { peopleStores } from "#server/storage/people/stores.ts";
import type { Store } from "#server/storage/store.ts";
import { artifactStore } from "./artifacts.ts";
import { bulkStore } from "./bulk.ts";
import { commentStore, type DiscussionDatabase } from "#server/storage/discussion/comments.ts";
import { addActivity } from "./activities.ts";
import { connect, connectReadonly, telemetryFolder } from "./connections.ts";
import { setAsideMarked } from "./damaged-days.ts";
import { dayFiles } from "./day-files.ts";
import { deletedIssues, emptyDeletedIssues } from "./deleted-events.ts";
import { deletionStore } from "./deletions.ts";
import { digest } from "./digest.ts";
import { discardStore } from "#server/storage/discards/discards.ts";
import { eventStore } from "./events.ts";
import { groupingStore } from "./groupings.ts";
import { issueStore } from "./issues.ts";
import { leaseStore, processStore, rateStore } from "./single-process.ts";
import { outcomeStore } from "./outcomes.ts";
import { monitorStore } from "#server/storage/monitors/monitors.ts";
import { nounDatabase } from "./noun-database.ts";
import { nameStore } from "./names.ts";
import { attachmentStore } from "./attachments.ts";
import { fileStore, registerFile } from "./files.ts";
import { feedbackStore } from "#server/storage/feedback/feedback.ts";
import { projectOverviews } from "./project-overviews.ts";
import { releaseStore } from "#server/storage/releases/releases.ts";
import { evictHealth } from "./release-evict.ts";
import { releaseIssues } from "./release-issues.ts";
import { retentionStore } from "./retention.ts";
import { rollupStore } from "./rollups.ts";
import { settingStore } from "#server/storage/instance/settings.ts";
import { subscriptionStore } from "#server/storage/discussion/subscriptions.ts";
import { trafficStore } from "./traffic.ts";
import { rawPacks } from "#server/storage/layout/raw-packs.ts";
import { traceThinning } from "./trace-thin.ts";
import { setThinned } from "./trace-thin-outcomes.ts";
import { traceStore } from "./traces.ts";
import { writeQueue } from "./writing.ts";

export type SqliteOptions = {
  /** Opens what is there and writes nothing; every writing method then throws. */
  readonly?: boolean;
  /**
   * For the one that digests: removes at once what a batch lost in a crash left behind (otherwise the first batch
   * does), and keeps the write-ahead log short, which costs a few milliseconds now and then.
   */
  recover?: boolean;
  /** Told of each day whose telemetry is damaged: it is left out, and set aside when the folder is opened to recover. */
  onDamagedDay?: (day: string) => void;
  /** Told of what spoor.db lacked, though its format says that it has it, and was given. */
  onRepaired?: (names: string[]) => void;
};

/**
 * Opens the folder's files, makes or upgrades them where need be. Any number of processes and threads may have the same
 * folder open; each sees what the others have committed. Throws with a sentence for people when a file is of a newer
 * format, or when there is nothing to open read-only.
 */
export async function openSqliteStore(folder: string, options: SqliteOptions = {}): Promise<Store> {
  const { readonly = false, recover = false, onDamagedDay, onRepaired } = options;
  // First: where spoor.db cannot be upgraded, everything else stays as the old version reads it.
  const connections = readonly ? connectReadonly(folder) : connect(folder, recover ? 1_000 : 8_000, onRepaired);
  if (recover) for (const day of setAsideMarked(telemetryFolder(folder))) onDamagedDay?.(day);
  const { write, idle } = writeQueue(connections.writer);
  const onMade = registerFile(connections.writer);
  const nouns = nounDatabase(connections, write);
  const log = addActivity(connections.writer);
  const discussion: DiscussionDatabase = {
    query: nouns.query,
    transaction: (work) => nouns.transaction((query) => work(query, async (_, activity) => void log(activity))),
  };
  const files = dayFiles(folder, readonly, { onDamaged: onDamagedDay, onMade });
  const spans = rawPacks();
  const artifacts = artifactStore(folder, readonly);
  const batches = digest(connections, files, write, spans);
  const thin = traceThinning(files, batches.between, setThinned(connections.writer));

  const store: Store = {
    ...peopleStores(nouns),
    ...projectStores(nouns),
    ...alertStores(nouns, ""),
    projects: { ...projectStore(nouns), overviews: projectOverviews(connections.reader) },
    deletions: deletionStore(connections, write, files),
    bulk: bulkStore(connections, write),
    discards: { ...discardStore(nouns), emptySlice: emptyDeletedIssues(connections, write, files) },
    issues: issueStore(connections, write),
    events: eventStore(files, batches.committedBatch, deletedIssues(connections.reader), connections.reader),
    groupings: groupingStore(connections, files, batches),
    traces: traceStore(connections.reader, { files, packs: spans, committedBatch: batches.committedBatch }, thin),
    rollups: rollupStore(connections, write),
    artifacts,
    releases: {
      ...releaseStore(nouns),
      ...releaseIssues(connections.reader),
      evictHealth: evictHealth(connections.writer, write),
    },
    traffic: trafficStore(connections.reader, files, batches.committedBatch),
    comments: commentStore(discussion),
    subscriptions: subscriptionStore(discussion),
    feedback: feedbackStore(nouns),
    attachments: attachmentStore(files, batches.committedBatch),
    monitors: monitorStore(nouns),
    outcomes: outcomeStore(connections, write),
    names: nameStore(connections, write),
    settings: settingStore(nouns),
    files: fileStore(connections, write, files, folder),
    retention: retentionStore(connections, write, { folder, files, between: batches.between }),
    leases: leaseStore(),
    processes: processStore(),
    rates: rateStore(),
    digest: batches.digest,
    digested: batches.digested,
    async close() {
      await idle();
      files.close();
      await artifacts.close();
      for (const connection of new Set(Object.values(connections))) connection.close();
    },
  };
  // Last: it opens, and upgrades, the days' files, and by now all of spoor.db is known to be readable.
  if (recover) await batches.recover();
  return store;
}
