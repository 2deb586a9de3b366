import type { ProjectId } from "#server/domain/ids.ts";
import {
  clearVitalRollup,
  countVital,
  emptyVitalRollup,
  mergeWrittenVitalRollup,
  writeVitalRollup,
} from "#server/domain/vital/vital-rollup.ts";
import { deviceClasses, type VitalName, vitalNames } from "#server/domain/vital/vital.ts";
import type { VitalChange } from "#server/storage/rollups/rollup-store.ts";
import type { CellKey, WriteCell } from "#server/storage/rollups/cells.ts";
import { partOf } from "./totals.ts";

/**
 * The last report with an ID, and where its first report was counted: all later ones count there.
 */
export type KnownReport = {
  projectId: ProjectId;
  id: string;
  vital: number;
  value: number;
  at: number;
  pageId: number;
  device: number;
  environment: number;
  release: number;
  visit: string | null;
  hasRoute: boolean;
};

export type VitalReports = {
  find(projectId: ProjectId, id: string, vital: number): KnownReport | undefined;
  put(report: KnownReport): void;
  /** The page of a visit's reports, after one of them has a route. */
  pageOf(projectId: ProjectId, visit: string): number | undefined;
  /** Reports of a visit that wait for a route. */
  waiting(projectId: ProjectId, visit: string): KnownReport[];
};

/** One value added to, or removed from, one cell. */
export type VitalCount = CellKey &
  Pick<KnownReport, "projectId" | "pageId" | "at" | "value"> & { vital: VitalName; times: 1 | -1 };

/** A change's names as numbers. */
type VitalPlace = Pick<KnownReport, "pageId" | "environment" | "release">;

/** The report of a change, as if it were the first with its ID. */
export const freshReport = (change: VitalChange, place: VitalPlace): KnownReport => ({
  ...place,
  projectId: change.projectId,
  id: change.id,
  value: change.value,
  at: Math.floor(change.at),
  visit: change.visit ?? null,
  hasRoute: change.route !== "",
  vital: vitalNames.indexOf(change.vital),
  device: deviceClasses.indexOf(change.device),
});

/**
 * Cells that a report changes: none if it repeats known values; others as well if it has its
 * visit's route.
 */
export function countsOf(reports: VitalReports): (fresh: KnownReport) => VitalCount[] {
  function replace(before: KnownReport | undefined, after: KnownReport): VitalCount[] {
    if (before?.value === after.value && before.pageId === after.pageId) return [];
    reports.put(after);
    return [...(before ? [countOf(before, -1)] : []), countOf(after, 1)];
  }

  function pageOf({ projectId, visit, pageId, hasRoute }: KnownReport): number | undefined {
    if (hasRoute) return pageId;
    return visit === null ? undefined : reports.pageOf(projectId, visit);
  }

  return (fresh) => {
    const { projectId, id, vital, visit, value } = fresh;
    const before = reports.find(projectId, id, vital);
    const first = before ?? fresh;
    const pageId = first.hasRoute ? first.pageId : pageOf(fresh);
    const after = { ...first, value, ...(pageId !== undefined && { pageId, hasRoute: true }) };
    const counts = replace(before, after);
    if (!fresh.hasRoute || visit === null) return counts;
    const moved = reports
      .waiting(projectId, visit)
      .map((each) => ({ each, to: { ...each, ...routeOf(fresh) } }));
    return [...counts, ...moved.flatMap(({ each, to }) => replace(each, to))];
  };
}

const routeOf = ({ pageId, hasRoute }: KnownReport) => ({ pageId, hasRoute });

function countOf({ vital, device, ...report }: KnownReport, times: 1 | -1): VitalCount {
  return { ...report, vital: vitalNames[vital]!, part: partOf(vital, device), times };
}

/** Reuses its memory between cells. */
export function writeVitalCell(): WriteCell<VitalCount> {
  const total = emptyVitalRollup();
  return (writer, before, counts) => {
    clearVitalRollup(total);
    if (before) mergeWrittenVitalRollup(total, before);
    for (const { vital, value, times } of counts) countVital(total, vital, value, times);
    writeVitalRollup(writer, total);
  };
}
