import type { DatabaseSync } from "node:sqlite";
import {
  clearVitalRollup,
  countVital,
  emptyVitalRollup,
  mergeWrittenVitalRollup,
  writeVitalRollup,
} from "#server/domain/vital/vital-rollup.ts";
import { deviceClasses, type VitalName, vitalNames } from "#server/domain/vital/vital.ts";
import type { VitalChange } from "#server/storage/rollup-store.ts";
import { ensureEnvironment } from "./environments.ts";
import type { CellKey, WriteCell } from "#server/storage/layout/rollup-cells.ts";
import { partOf } from "#server/storage/layout/vital-totals.ts";
import { addDays } from "./rollup-facets.ts";
import { ensureRollupRelease, ensureVitalPage } from "./rollup-names.ts";
import { addToTiers } from "./rollup-tiers.ts";
import { type KnownReport, vitalReports } from "./vital-reports.ts";

/** One value counted, or taken back, in one cell. */
type Count = CellKey & Pick<KnownReport, "projectId" | "pageId" | "at" | "value"> & { vital: VitalName; times: 1 | -1 };

/** Counts reports in all three tiers; one whose id is known takes the earlier one's place. For use inside a transaction. */
export function addVitals(writer: DatabaseSync): (changes: VitalChange[]) => void {
  const countsOf = counting(writer);
  const add = addToTiers<Count>(writer, "vital_rollups", writeCell());
  const see = addDays(writer);
  return (changes) => {
    const ofChange = countsOf();
    const counts = changes.flatMap((change) =>
      ofChange(change).map((count) => ({ ...count, service: change.service })),
    );
    for (const [pageId, mine] of Map.groupBy(counts, (count) => count.pageId)) add(mine[0]!.projectId, pageId, mine);
    see(counts);
  };
}

type CountsOf = (change: VitalChange) => Count[];

/** Which cells a report changes: none when it says what is known; others too, when it tells its visit's route. */
function counting(writer: DatabaseSync): () => CountsOf {
  const reports = vitalReports(writer);
  const placing = places(writer);

  function replace(before: KnownReport | undefined, after: KnownReport): Count[] {
    if (before?.value === after.value && before.pageId === after.pageId) return [];
    reports.put(after);
    return [...(before ? [countOf(before, -1)] : []), countOf(after, 1)];
  }

  function pageOf({ projectId, visit, pageId, hasRoute }: KnownReport): number | undefined {
    if (hasRoute) return pageId;
    return visit === null ? undefined : reports.pageOf(projectId, visit);
  }

  return () => {
    const placeOf = placing();
    return (change) => {
      const fresh = placeOf(change);
      const { projectId, id, vital, visit, value } = fresh;
      const before = reports.find(projectId, id, vital);
      const first = before ?? fresh;
      const pageId = first.hasRoute ? first.pageId : pageOf(fresh);
      const after = { ...first, value, ...(pageId !== undefined && { pageId, hasRoute: true }) };
      const counts = replace(before, after);
      if (!fresh.hasRoute || visit === null) return counts;
      const moved = reports.waiting(projectId, visit).map((each) => ({ each, to: { ...each, ...routeOf(fresh) } }));
      return [...counts, ...moved.flatMap(({ each, to }) => replace(each, to))];
    };
  };
}

const routeOf = ({ pageId, hasRoute }: KnownReport) => ({ pageId, hasRoute });

/** Where a report belongs that is the first with its id. */
function places(writer: DatabaseSync): () => (change: VitalChange) => KnownReport {
  const pages = ensureVitalPage(writer);
  const environmentId = ensureEnvironment(writer);
  const releaseId = ensureRollupRelease(writer);
  return () => {
    const pageId = pages();
    return ({ projectId, id, vital, value, at, service, route, device, environment = "", release = "", visit }) => ({
      ...{ projectId, id, value, at: Math.floor(at), visit: visit ?? null, hasRoute: route !== "" },
      vital: vitalNames.indexOf(vital),
      pageId: pageId(projectId, { service, route }),
      device: deviceClasses.indexOf(device),
      environment: environmentId(projectId, environment),
      release: releaseId(projectId, release),
    });
  };
}

function countOf({ vital, device, ...report }: KnownReport, times: 1 | -1): Count {
  return { ...report, vital: vitalNames[vital]!, part: partOf(vital, device), times };
}

function writeCell(): WriteCell<Count> {
  const total = emptyVitalRollup();
  return (writer, before, counts) => {
    clearVitalRollup(total);
    if (before) mergeWrittenVitalRollup(total, before);
    for (const { vital, value, times } of counts) countVital(total, vital, value, times);
    writeVitalRollup(writer, total);
  };
}
