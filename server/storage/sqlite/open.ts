import type { Store } from "#server/storage/store.ts";
import { sharedStores } from "#server/storage/stores.ts";
import { artifactStore } from "#server/storage/artifacts/artifacts.sqlite.ts";
import { connect, connectReadonly, telemetryFolder } from "./connections.ts";
import { setAsideMarked } from "./damaged-days.ts";
import { dayFiles } from "./day-files.ts";
import {
  deletedIssues,
  emptyDeletedIssues,
} from "#server/storage/deletions/deleted-events.sqlite.ts";
import { deletionStore } from "#server/storage/deletions/deletions.ts";
import { projectRemoval } from "#server/storage/deletions/project-removal.sqlite.ts";
import { digest } from "#server/storage/digest/digest.sqlite.ts";
import { discardStore } from "#server/storage/discards/discards.ts";
import { eventStore } from "#server/storage/events/events.sqlite.ts";
import { groupingStore } from "#server/storage/grouping/groupings.sqlite.ts";
import { issueDatabase } from "#server/storage/issues/issue-database.sqlite.ts";
import { issueStore } from "#server/storage/issues/issues.sqlite.ts";
import {
  leaseStore,
  processStore,
  rateStore,
} from "#server/storage/processes/single-process.sqlite.ts";
import { addOutcomes } from "#server/storage/outcomes/add.sqlite.ts";
import { outcomeStore } from "#server/storage/outcomes/outcomes.ts";
import { nounDatabase } from "./noun-database.ts";
import { holdProject } from "#server/storage/grouping/held-project.sqlite.ts";
import { fileStore, registerFile } from "./files.ts";
import { retentionStore } from "#server/storage/retention/retention.sqlite.ts";
import { lastIdOf } from "./batch-ids.ts";
import { newestEvents } from "#server/storage/events/newest.sqlite.ts";
import { eventSlices } from "#server/storage/events/slices.sqlite.ts";
import { rawPacks } from "#server/storage/traces/raw-packs.ts";
import { traceThinning } from "#server/storage/retention/trace-thin.sqlite.ts";
import { setThinned } from "#server/storage/retention/thin-outcomes.sqlite.ts";
import { traceStore } from "#server/storage/traces/traces.sqlite.ts";
import { writeQueue } from "./writing.ts";

export type SqliteOptions = {
  /** Opens existing files and writes nothing; writing methods throw. */
  readonly?: boolean;
  /**
   * For the digesting process: deletes rows of batches lost in a crash immediately (otherwise, the
   * first batch does), and keeps the write-ahead log short, which occasionally costs a few
   * milliseconds.
   */
  recover?: boolean;
  /**
   * Called for each day with damaged telemetry, which is omitted, and set aside when the folder is
   * opened with `recover`.
   */
  onDamagedDay?: (day: string) => void;
};

/**
 * Opens the folder's files and creates or upgrades them. Any number of processes and threads may
 * open the same folder; each sees committed data of the others. Throws a user-facing message if a
 * file has a newer format, or if there is nothing to open read-only.
 */
export async function openSqliteStore(folder: string, options: SqliteOptions = {}): Promise<Store> {
  const { readonly = false, recover = false, onDamagedDay } = options;
  // Must be first: if spoor.db can't be upgraded, the old version can still read everything else.
  const connections = readonly ? connectReadonly(folder) : connect(folder, recover ? 1_000 : 8_000);
  if (recover) for (const day of setAsideMarked(telemetryFolder(folder))) onDamagedDay?.(day);
  const { write, idle } = writeQueue(connections.writer);
  const onMade = registerFile(connections.writer);
  const nouns = nounDatabase(connections, write);
  const countOutcomes = addOutcomes(connections.writer);
  const changes = issueDatabase(nouns, connections.writer);
  const files = dayFiles(folder, readonly, { onDamaged: onDamagedDay, onMade });
  const spans = rawPacks();
  const artifacts = artifactStore(folder, readonly);
  const batches = digest(connections, files, write, spans);
  const slices = eventSlices(files, batches.committedBatch);
  const hold = holdProject(connections.writer, batches.between);
  const thin = traceThinning(files, batches.between, setThinned(connections.writer));

  const store: Store = {
    ...sharedStores({
      database: nouns,
      issues: changes,
      events: slices,
      hold,
      away: async () => new Set(),
      process: "",
    }),
    deletions: deletionStore(nouns, projectRemoval(connections.writer, write, files)),
    discards: { ...discardStore(nouns), emptySlice: emptyDeletedIssues(connections, write, files) },
    issues: issueStore(connections, write, changes),
    events: eventStore(
      files,
      batches.committedBatch,
      deletedIssues(connections.reader),
      connections.reader,
    ),
    groupings: groupingStore(connections.reader, {
      hold,
      events: slices,
      newest: newestEvents(files, () => lastIdOf(batches.committedBatch())),
    }),
    traces: traceStore(
      connections.reader,
      { files, packs: spans, committedBatch: batches.committedBatch },
      thin,
    ),
    artifacts,
    outcomes: outcomeStore(nouns.query, (entries) => write(() => countOutcomes(entries))),
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
  // Must be last: it opens and upgrades the days' files after all of spoor.db is known to be
  // readable.
  if (recover) await batches.recover();
  return store;
}
