import { spokenDuration } from "#server/domain/trace/duration-parts.ts";
import { type Findings, worthOf } from "./find.ts";
import { stepName } from "./loader-findings.ts";
import type { RepeatFinding } from "./repeat-findings.ts";
import type { Saving } from "./savings.ts";
import type { SerialFinding } from "./serial-findings.ts";
import type { TimeShare } from "./time-spread.ts";

/** Smaller shares are not worth suggesting. */
const leastShare = 0.2;
/** A place with more than this share is named before a smaller loader or call. */
const mostElsewhere = 0.5;
/** A call is a place, too, with the same share except for rounding. */
const leastAhead = 0.01;
/** Share of the time of all requests. */
const leastWorth = 0.02;

/**
 * Whether the analyzed sample traces are representative: a cause in five of forty must not be named
 * before one that may be in all.
 */
export const isTelling = (lookedAt: number, outOfTime: number): boolean => lookedAt > outOfTime;

/**
 * Advice on an operation in one or two sentences: `62% of the time is in loader routes/cart.
 * Running SELECT cart and SELECT user in parallel would save 140 ms (median) in 36 of 40 requests.`
 */
export function adviceOn(findings: Findings): string {
  return [whereTheTimeGoes(findings), ...whatToDo(findings)].join(" ");
}

/** A loader or call with a large share of the time, otherwise the distribution. */
function whereTheTimeGoes({ loaders, waits, spread }: Findings): string {
  const [loader] = loaders.toSorted((a, b) => b.share - a.share);
  const step = loader && { place: stepName(loader), share: loader.share };
  const [call] = waits.map(({ label, share }) => ({ place: label, share }));
  // Among equals, the loader, because it contains the call.
  const longest = call && call.share > (step?.share ?? -1) + leastAhead ? call : (step ?? call);
  if (!longest || longest.share < leastShare) return spreadSentence(spread);
  const [place] = spread;
  const isElsewhere =
    place !== undefined && place.share >= mostElsewhere && place.share > longest.share + leastAhead;
  return isElsewhere
    ? `${shareIn(place)} and ${percent(longest)} in ${longest.place}.`
    : `${shareIn(longest)}.`;
}

function spreadSentence([most, ...others]: Findings["spread"]): string {
  if (!most) return "No time was recorded in these requests.";
  const told = others
    .filter(({ share }) => share >= leastToldShare)
    .map((each) => `${percent(each)} in ${each.place}`);
  const list = [shareIn(most), ...told];
  if (list.length < 3) return `${list.join(" and ")}.`;
  return `${list.slice(0, -1).join(", ")}, and ${list.at(-1)}.`;
}

/** Smaller shares are not mentioned. */
const leastToldShare = 0.05;

const shareIn = (each: TimeShare): string => `${percent(each)} of the time is in ${each.place}`;
const percent = ({ share }: TimeShare): string => `${Math.round(100 * share)}%`;

/** The largest saving; among equals, the safer one. Small ones are only in the tables. */
function whatToDo({ serial: [run], repeats: [repeat], count, medianMs }: Findings): string[] {
  const best = run && (!repeat || worthOf(run) > worthOf(repeat)) ? run : repeat;
  if (!best || worthOf(best) < leastWorth * medianMs * count) return [];
  return [best === run ? runSentence(run, count) : repeatSentence(repeat!, count)];
}

const runSentence = (run: SerialFinding, count: number): string =>
  `Running ${runNames(run)} in parallel would save ${savingText(run, count)}`;

function repeatSentence(
  { label, kind, medianCount, ...saving }: RepeatFinding,
  count: number,
): string {
  const how = kind === "same" ? "Running it once" : "Batching it";
  return `${label} runs ${medianCount}× per request. ${how} would save ${savingText(saving, count)}`;
}

const savingText = ({ savedMs, helped }: Saving, count: number): string =>
  `${spokenDuration(savedMs)} (median) in ${helped} of ${count} requests.`;

/** `A, B, and C`, `3 × GET stock/:id`. */
export function runNames({
  names,
  more,
  calls,
}: Pick<SerialFinding, "names" | "more" | "calls">): string {
  if (names.length === 1) return `${calls} × ${names[0]}`;
  const all = more > 0 ? [...names, `${more} more`] : names;
  return all.length === 2 ? all.join(" and ") : `${all.slice(0, -1).join(", ")}, and ${all.at(-1)}`;
}
