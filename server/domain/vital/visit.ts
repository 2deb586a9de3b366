import type { VitalName } from "./vital.ts";

/** The id of a visit's report of a vital where its sender gives none: a page load has one value of each. */
export const reportIdOf = (visit: string, vital: VitalName): string => `${visit}-${vital}`;
