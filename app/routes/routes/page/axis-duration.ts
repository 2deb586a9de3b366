import { percentileText } from "../figure-text.ts";

/** Axis marks are round numbers: `10.0 ms` would suggest more precision. */
export const axisDuration = (ms: number): string => percentileText(ms).replace(/\.0+(?= )/, "");
