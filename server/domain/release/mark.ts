import { versionParts } from "./short-name.ts";

/**
 * A moment that is marked wherever time is drawn: a release was deployed, or first seen where no
 * deploy of it is known.
 */
export type ReleaseMark = {
  version: string;
  at: number;
  kind: "deployed" | "first-seen";
  environment?: string;
};

/** More would hide what they are to explain. */
const mostMarks = 8;

const production = /^prod(?:uction)?$/i;

/**
 * The newest marks, oldest first. Where no environment is asked for and releases are deployed to
 * production, deploys to other environments are left out: they change nothing for users.
 */
export function chosenMarks(
  found: readonly ReleaseMark[],
  environment: string | undefined,
): ReleaseMark[] {
  const isProduction = (mark: ReleaseMark) =>
    mark.environment !== undefined && production.test(mark.environment);
  const isNarrowed = environment === undefined && found.some(isProduction);
  const told = isNarrowed
    ? found.filter((mark) => mark.kind === "first-seen" || isProduction(mark))
    : found;
  return told.toSorted((a, b) => a.at - b.at).slice(-mostMarks);
}

const longestLabel = 24;

/**
 * As charts and sentences name a version: commit hashes cut to seven digits, build numbers left
 * out.
 */
export function versionLabel(version: string): string {
  const { before, short } = versionParts(version);
  const label = before + short;
  return label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label;
}
