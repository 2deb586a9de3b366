import { type FiguresByVital, figuresByVital, gatherVitals, visitsIn } from "./vital-figures.ts";
import {
  type DeviceClass,
  deviceClasses,
  type VitalName,
  vitalNames,
  type VitalRollup,
} from "./vital.ts";

/** As read from storage. */
export type VitalRow = {
  route: string;
  device: DeviceClass;
  vital: VitalName;
  rollup: VitalRollup;
};

/** A page's vitals; `route` is "" if visits never reported their page. */
export type VitalPage = { route: string; visits: number; figures: FiguresByVital };

export function vitalPages(rows: readonly VitalRow[]): VitalPage[] {
  return [...gatherVitals(rows, ({ route }) => route)]
    .map(([route, rollups]) => ({ route, figures: figuresByVital(rollups) }))
    .map((page) => ({ ...page, visits: visitsIn(page.figures) }))
    .filter(({ visits }) => visits > 0);
}

export type VitalDevice = { device: DeviceClass; visits: number; figures: FiguresByVital };

export function vitalDevices(rows: readonly VitalRow[]): VitalDevice[] {
  const gathered = gatherVitals(rows, ({ device }) => device);
  return deviceClasses
    .map((device) => ({ device, figures: figuresByVital(gathered.get(device) ?? {}) }))
    .map((each) => ({ ...each, visits: visitsIn(each.figures) }))
    .filter(({ visits }) => visits > 0);
}

export type VitalColumn = "page" | "visits" | VitalName;
export const vitalColumns: readonly VitalColumn[] = ["page", "visits", ...vitalNames];
export type VitalSort = { column: VitalColumn; ascending: boolean };

/** `lcp`, or `-lcp` reversed; undefined for an unknown column. */
export function parseVitalSort(text: string): VitalSort | undefined {
  const reversed = text.startsWith("-");
  const column = vitalColumns.find((each) => each === (reversed ? text.slice(1) : text));
  return column && { column, ascending: (column === "page") !== reversed };
}

export const printVitalSort = ({ column, ascending }: VitalSort): string =>
  ascending === (column === "page") ? column : `-${column}`;

export const defaultVitalSort: VitalSort = { column: "visits", ascending: false };

/** Pages by name ascending, everything else descending; unmeasured values are last either way. */
export function sortVitalPages(
  pages: readonly VitalPage[],
  { column, ascending }: VitalSort,
): VitalPage[] {
  const keyOf = ({ route, visits, figures }: VitalPage) =>
    column === "page" ? route : column === "visits" ? visits : figures[column]?.p75;
  const sign = ascending ? 1 : -1;
  return pages.toSorted((a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === right) return b.visits - a.visits || (a.route < b.route ? -1 : 1);
    if (left === undefined || right === undefined) return left === undefined ? 1 : -1;
    return left < right ? -sign : sign;
  });
}
