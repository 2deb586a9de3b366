import { capitalized } from "#server/domain/capitalized.ts";
import { spokenDuration } from "#server/domain/trace/duration-parts.ts";
import { leastCountFor } from "./compare-quantiles.ts";
import type { ComparedQuantile, RollupComparison } from "./compare-rollups.ts";
import { percentileName } from "#server/domain/rollup/percentiles.ts";

/** The comparison in sentences: durations first, then failures. */
export function comparisonSentences({ quantiles, failures }: RollupComparison): string[] {
  return [latencySentence(quantiles), failureSentence(failures)].filter(
    (each) => each !== undefined,
  );
}

function latencySentence(quantiles: ComparedQuantile[]): string {
  const slower = quantiles.filter(({ verdict }) => verdict === "slower");
  const faster = quantiles.filter(({ verdict }) => verdict === "faster");
  const changes = [
    ...(slower.length > 0 ? [`significantly slower: ${slower.map(changeOf).join(", ")}`] : []),
    ...(faster.length > 0 ? [`significantly faster: ${faster.map(changeOf).join(", ")}`] : []),
  ];
  if (changes.length > 0) return sentence(changes.join("; "));
  const told = quantiles.filter(({ verdict }) => verdict === "same");
  if (told.length === 0)
    return `Not enough data: each release needs at least ${leastCountFor(0.5)} requests.`;
  return `No significant difference in ${listed(told.map(({ q }) => percentileName(q)))}.`;
}

/** `p95 by 120 ms (+31%)` */
function changeOf({ q, beforeMs = 0, afterMs = 0 }: ComparedQuantile): string {
  return `${percentileName(q)} by ${spokenDuration(Math.abs(afterMs - beforeMs))} (${signedPercent(beforeMs, afterMs)})`;
}

/** `+31%`, `−4%`; without a base, there is no percentage. */
export function signedPercent(before: number, after: number): string {
  if (before === 0) return after === 0 ? "0%" : "new";
  const share = (100 * (after - before)) / before;
  const rounded =
    Math.abs(share) < 9.95 ? Math.abs(share).toFixed(1) : String(Math.round(Math.abs(share)));
  return Number(rounded) === 0 ? "0%" : `${share > 0 ? "+" : "−"}${rounded}%`;
}

function failureSentence({
  before,
  after,
  verdict,
}: RollupComparison["failures"]): string | undefined {
  if (verdict === "same" || verdict === "too-few") return undefined;
  const how = verdict === "more-often" ? "Fails more often" : "Fails less often";
  return `${how} (statistically significant): ${percentText(before)} before, ${percentText(after)} after.`;
}

/** `0.62%` */
export const percentText = (share: number): string =>
  `${Number((100 * share).toFixed(share !== 0 && share < 0.1 ? 2 : 1))}%`;

const sentence = (text: string): string => `${capitalized(text)}.`;

const listed = (names: string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
