import { noFiles } from "#server/storage/instance/file-store.ts";
import type { OpenedStore } from "#server/storage/store.ts";
import { sharedStores } from "#server/storage/stores.ts";
import { connectDatabase } from "./database.ts";
import { telemetryDays } from "./days.ts";
import { projectRemoval } from "#server/storage/deletions/project-removal.postgres.ts";
import { digest } from "#server/storage/digest/digest.postgres.ts";
import { admissionStore } from "#server/storage/processes/admission.postgres.ts";
import { type LateOptions, migratedDatabase } from "./late-migration.ts";
import { artifactStore } from "#server/storage/artifacts/artifacts.ts";
import { emptyDeletedIssues } from "#server/storage/deletions/deleted-events.postgres.ts";
import { deletionStore } from "#server/storage/deletions/deletions.ts";
import { discardStore } from "#server/storage/discards/discards.ts";
import { eventStore } from "#server/storage/events/events.postgres.ts";
import { groupingStore } from "#server/storage/grouping/groupings.postgres.ts";
import { issueDatabase } from "#server/storage/issues/issue-database.postgres.ts";
import { issueStore } from "#server/storage/issues/issues.postgres.ts";
import { leaseStore } from "#server/storage/processes/leases.postgres.ts";
import { addOutcomes } from "#server/storage/outcomes/add.postgres.ts";
import { outcomeStore } from "#server/storage/outcomes/outcomes.ts";
import { nounDatabase } from "./noun-database.ts";
import { holdProject } from "#server/storage/grouping/held-project.postgres.ts";
import { processStore } from "#server/storage/processes/processes.postgres.ts";
import { awayProjects } from "#server/storage/projects/away.postgres.ts";
import { rateStore } from "#server/storage/processes/rates.postgres.ts";
import { retentionStore } from "#server/storage/retention/retention.postgres.ts";
import { newsOf } from "./locks.ts";
import { traceStore } from "#server/storage/traces/traces.postgres.ts";
import { eventSlices } from "#server/storage/events/slices.postgres.ts";

type PostgresOptions = {
  /** The owner of the spool for `digest` and `digested`: a unique process name. */
  process: string;
  /** Maximum number of connections of this thread. On a cluster, each may open several more. */
  connections: number;
  /** Time after which the server cancels a statement; default: no limit. */
  statementMs?: number;
  /** For the ingest thread: starts even if the database is down, and the store has `admission`. */
  late?: LateOptions;
};

/**
 * Opens the database at a `postgres://` URL and creates or upgrades its tables. Any number of
 * processes and threads may have it open; each sees committed data of the others. Throws a
 * user-facing message if its format is newer.
 */
export async function openPostgresStore(
  url: string,
  { process, connections, statementMs, late }: PostgresOptions,
): Promise<OpenedStore> {
  const { database, ready } = await migratedDatabase(
    connectDatabase(url, connections, statementMs),
    late,
  );
  const nouns = nounDatabase(database);
  const changes = issueDatabase(database);
  const days = telemetryDays(database);
  const slices = eventSlices(nouns.query, days);
  const hold = holdProject(database);
  const admission = late && admissionStore({ connect: () => connectDatabase(url, 2), ready });
  return {
    ...(admission && { admission }),
    pool: () => database.pool(),
    news: newsOf(database),
    ...sharedStores({
      database: nouns,
      issues: changes,
      events: slices,
      hold,
      away: awayProjects(database.query),
      process,
    }),
    deletions: deletionStore(nouns, projectRemoval(database, days)),
    discards: { ...discardStore(nouns), emptySlice: emptyDeletedIssues(database, days) },
    issues: issueStore(database, changes),
    events: eventStore(database, days),
    groupings: groupingStore(database.query, { hold, events: slices }),
    traces: traceStore(database, days),
    outcomes: outcomeStore(nouns.query, (entries) => addOutcomes(database.query, entries)),
    retention: retentionStore(database, days),
    files: noFiles,
    leases: leaseStore(database),
    processes: processStore(database),
    rates: rateStore(database),
    artifacts: artifactStore(nouns),
    ...digest(database, days, process),
    close: async () => void (await Promise.all([database.close(), admission?.close()])),
  };
}
