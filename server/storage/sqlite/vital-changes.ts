import type { DatabaseSync } from "node:sqlite";
import { type Tier, bucketStart, tiers } from "#server/domain/rollup/tier.ts";
import {
  countVital,
  emptyVitalRollup,
  encodeVitalRollup,
  mergeEncodedVitalRollup,
} from "#server/domain/vital/vital-rollup.ts";
import { deviceClasses, vitalNames } from "#server/domain/vital/vital.ts";
import type { VitalChange } from "#server/storage/rollup-store.ts";
import { ensureEnvironment } from "./environments.ts";
import { ensureRollupRelease, ensureVitalPage } from "./rollup-names.ts";
import { prepare } from "./statement.ts";

type ReportRow = {
  value: number;
  at: number;
  page_id: number;
  device: number;
  environment_id: number;
  release_id: number;
};

/** Counts reports in all three tiers; one whose id is known takes the earlier one's place. For use inside a transaction. */
export function addVitals(writer: DatabaseSync): (changes: VitalChange[]) => void {
  const pageId = ensureVitalPage(writer);
  const environmentId = ensureEnvironment(writer);
  const releaseId = ensureRollupRelease(writer);
  const findReport = prepare<ReportRow>(
    writer,
    `SELECT value, at, page_id, device, environment_id, release_id FROM vital_reports
     WHERE project_id = ? AND report_id = ? AND vital = ?`,
  );
  const putReport = prepare(writer, "INSERT OR REPLACE INTO vital_reports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const find = prepare<{ rollup: Uint8Array }>(
    writer,
    `SELECT rollup FROM vital_rollups WHERE project_id = ? AND tier = ? AND at = ?
       AND page_id = ? AND vital = ? AND device = ? AND environment_id = ? AND release_id = ?`,
  );
  const put = prepare(writer, "INSERT OR REPLACE INTO vital_rollups VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");

  const placeOf = ({
    projectId,
    service,
    route,
    device,
    environment = "",
    release = "",
    at,
  }: VitalChange): ReportRow => ({
    value: 0,
    at,
    page_id: pageId(projectId, { service, route }),
    device: deviceClasses.indexOf(device),
    environment_id: environmentId(projectId, environment),
    release_id: releaseId(projectId, release),
  });

  function count(tier: Tier, change: VitalChange, place: ReportRow, previous: number | undefined): void {
    const key = [
      ...[change.projectId, tiers.indexOf(tier), bucketStart(tier, place.at), place.page_id],
      ...[vitalNames.indexOf(change.vital), place.device, place.environment_id, place.release_id],
    ];
    const total = emptyVitalRollup();
    const before = find.get(...key);
    if (before) mergeEncodedVitalRollup(total, before.rollup);
    if (previous !== undefined) countVital(total, change.vital, previous, -1);
    countVital(total, change.vital, change.value);
    put.run(...key, encodeVitalRollup(total));
  }

  return (changes) => {
    for (const change of changes) {
      const { projectId, id, vital, value } = change;
      const report = [projectId, id, vitalNames.indexOf(vital)] as const;
      const first = findReport.get(...report);
      if (first?.value === value) continue;
      const place = first ?? placeOf(change);
      for (const tier of tiers) count(tier, change, place, first?.value);
      putReport.run(...report, value, place.at, place.page_id, place.device, place.environment_id, place.release_id);
    }
  };
}
