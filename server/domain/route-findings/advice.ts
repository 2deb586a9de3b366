import { spokenDuration } from "#server/domain/trace/duration-parts.ts";
import { type Findings, worthOf } from "./find.ts";
import { stepName } from "./loader-findings.ts";
import type { RepeatFinding } from "./repeat-findings.ts";
import type { Saving } from "./savings.ts";
import type { SerialFinding } from "./serial-findings.ts";
import type { TimeShare } from "./time-spread.ts";

/** Smaller shares are no reason to look there first. */
const leastShare = 0.2;
/** A place with more than that is named before a smaller loader or call. */
const mostElsewhere = 0.5;
/** A call is a place, too: its share is the same but for what fractions round. */
const leastAhead = 0.01;
/** Of what all requests take. */
const leastWorth = 0.02;

/**
 * Whether the sampled traces that were analyzed in time stand for the others: a cause that is in
 * five of forty must not be named before one that would have been in all of them.
 */
export const isTelling = (lookedAt: number, outOfTime: number): boolean => lookedAt > outOfTime;

/**
 * What to do about an operation, in one or two sentences: `62% of the time is in loader
 * routes/cart. Running SELECT cart and SELECT user in parallel would save 140 ms (median) in 36 of
 * 40 requests.`
 */
export function adviceOn(findings: Findings): string {
  return [whereTheTimeGoes(findings), ...whatToDo(findings)].join(" ");
}

/** A loader or call that takes much of the time, or how the time is spread. */
function whereTheTimeGoes({ loaders, waits, spread }: Findings): string {
  const [loader] = loaders.toSorted((a, b) => b.share - a.share);
  const step = loader && { place: stepName(loader), share: loader.share };
  const [call] = waits.map(({ label, share }) => ({ place: label, share }));
  // Of equals the loader: the call is in there.
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

/** Smaller shares are not worth a place in a sentence. */
const leastToldShare = 0.05;

const shareIn = (each: TimeShare): string => `${percent(each)} of the time is in ${each.place}`;
const percent = ({ share }: TimeShare): string => `${Math.round(100 * share)}%`;

/**
 * The best saving; of equals the one that is safer to make. What saves little is in the tables
 * alone.
 */
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

/** `A, B and C`, `3 × GET stock/:id`. */
export function runNames({
  names,
  more,
  calls,
}: Pick<SerialFinding, "names" | "more" | "calls">): string {
  if (names.length === 1) return `${calls} × ${names[0]}`;
  const all = more > 0 ? [...names, `${more} more`] : names;
  return `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
