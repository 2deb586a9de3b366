import { versionParts } from "./short-name.ts";

/** A release mark on time axes: a deploy, or first seen if no deploy is known. */
export type ReleaseMark = {
  version: string;
  at: number;
  kind: "deployed" | "first-seen";
  environment?: string;
};

/** More would hide the chart. */
const mostMarks = 8;

const production = /^prod(?:uction)?$/i;

/**
 * The newest marks, oldest first. If no environment is selected and releases are deployed to
 * production, other deploys are omitted: they don't affect users.
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
 * A version in charts and sentences: commit hashes are shortened to seven digits, and build numbers
 * omitted.
 */
export function versionLabel(version: string): string {
  const { before, short } = versionParts(version);
  const label = before + short;
  return label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label;
}
