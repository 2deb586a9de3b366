import type { DatabaseSync } from "node:sqlite";
import {
  countsOf,
  freshReport,
  type KnownReport,
  type VitalCount,
  writeVitalCell,
} from "#server/storage/vitals/counts.ts";
import type { VitalChange } from "#server/storage/rollups/rollup-store.ts";
import { ensureEnvironment } from "#server/storage/names/environments.sqlite.ts";
import { addDays } from "#server/storage/rollups/days.sqlite.ts";
import { ensureRollupRelease, ensureVitalPage } from "#server/storage/rollups/names.sqlite.ts";
import { addToTiers } from "#server/storage/rollups/tiers.sqlite.ts";
import { vitalReports } from "./reports.sqlite.ts";

/**
 * Counts reports in all three tiers; one with a known ID replaces the earlier one. Use in a
 * transaction. Names and tiers differ by engine (`rollups`), and are written per row here.
 */
export function addVitals(writer: DatabaseSync): (changes: VitalChange[]) => void {
  const placing = places(writer);
  const countsOfReport = countsOf(vitalReports(writer));
  const add = addToTiers<VitalCount>(writer, "vital_rollups", writeVitalCell());
  const see = addDays(writer);
  return (changes) => {
    const placeOf = placing();
    const counts = changes.flatMap((change) =>
      countsOfReport(placeOf(change)).map((count) => ({ ...count, service: change.service })),
    );
    for (const [pageId, mine] of Map.groupBy(counts, (count) => count.pageId))
      add(mine[0]!.projectId, pageId, mine);
    see(counts);
  };
}

/** Placement of the first report with an ID. */
function places(writer: DatabaseSync): () => (change: VitalChange) => KnownReport {
  const pages = ensureVitalPage(writer);
  const environmentId = ensureEnvironment(writer);
  const releaseId = ensureRollupRelease(writer);
  return () => {
    const pageId = pages();
    return (change) => {
      const { projectId, service, route, environment = "", release = "" } = change;
      return freshReport(change, {
        pageId: pageId(projectId, { service, route }),
        environment: environmentId(projectId, environment),
        release: releaseId(projectId, release),
      });
    };
  };
}
