import { percentileText } from "../figure-text.ts";

/** Marks of an axis are round numbers: `10.0 ms` would say more than it means. */
export const axisDuration = (ms: number): string => percentileText(ms).replace(/\.0+(?= )/, "");
