import type { ProjectId } from "#server/domain/ids.ts";
import {
  countsOf,
  freshReport,
  type KnownReport,
  writeVitalCell,
} from "#server/storage/vitals/counts.ts";
import type { VitalChange } from "#server/storage/rollups/rollup-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { environmentIds, environmentKey } from "#server/storage/names/environments.postgres.ts";
import { addDays } from "#server/storage/rollups/days.postgres.ts";
import { pageIds, releaseIds } from "#server/storage/rollups/names.postgres.ts";
import { addToTiers } from "#server/storage/rollups/tiers.postgres.ts";
import { storedText } from "#server/storage/postgres/stored-text.ts";
import { loadReports, writeReports } from "./reports.postgres.ts";

/**
 * Counts reports in all tiers; one with a known ID replaces the earlier one. Use in a transaction
 * that holds its projects.
 */
export async function saveVitals(query: Query, changes: VitalChange[]): Promise<void> {
  for (const [projectId, mine] of Map.groupBy(changes, (change) => change.projectId)) {
    const fresh = await place(query, projectId, mine);
    const reports = await loadReports(query, projectId, fresh);
    const countsOfReport = countsOf(reports);
    const counts = fresh.flatMap((report, at) =>
      countsOfReport(report).map((count) => ({ ...count, service: mine[at]!.service })),
    );
    const bySubject = Map.groupBy(counts, ({ pageId }) => pageId);
    await addToTiers(query, "vital_rollups", { projectId, changes: bySubject }, writeVitalCell());
    await writeReports(query, projectId, reports.changed());
    await addDays(query, projectId, counts);
  }
}

async function place(
  query: Query,
  projectId: ProjectId,
  changes: VitalChange[],
): Promise<KnownReport[]> {
  const environments = await environmentIds(
    query,
    changes.map(({ environment: name = "" }) => ({ projectId, name })),
  );
  const releaseId = await releaseIds(
    query,
    projectId,
    changes.map(({ release = "" }) => release),
  );
  const pageId = await pageIds(query, projectId, changes);
  return changes.map((change) =>
    freshReport(asStored(change), {
      pageId: pageId(change),
      environment: environments.get(environmentKey({ projectId, name: change.environment ?? "" }))!,
      release: releaseId(change.release ?? ""),
    }),
  );
}

/** Its names as they will be read. */
function asStored(change: VitalChange): VitalChange {
  const { id, visit } = change;
  return {
    ...change,
    id: storedText(id),
    ...(visit !== undefined && { visit: storedText(visit) }),
  };
}
