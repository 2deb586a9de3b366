import { spokenDuration } from "#server/domain/trace/duration-parts.ts";
import { type Findings, worthOf } from "./find.ts";
import type { LoaderFinding } from "./loader-findings.ts";
import type { RepeatFinding } from "./repeat-findings.ts";
import type { Saving } from "./savings.ts";
import type { SerialFinding } from "./serial-findings.ts";

/** Smaller shares are nobody's reason to look there first. */
const leastShare = 0.2;
/** Of what all requests take. */
const leastWorth = 0.02;

/**
 * What to do about an operation, in one or two sentences: `62% of the time is in loader routes/cart. Running SELECT cart and
 * SELECT user in parallel would save 140 ms (median) in 36 of 40 requests.`
 */
export function adviceOn(findings: Findings): string {
  const sentences = [whereTheTimeGoes(findings), ...whatToDo(findings)].filter((each) => each !== undefined);
  return sentences.join(" ") || "No loader or call dominates, and no parallelizable or repeated calls were found.";
}

function whereTheTimeGoes({ loaders, waits }: Findings): string | undefined {
  const loader = loaders.toSorted((a, b) => b.share - a.share)[0];
  const longest = loader && loader.share > 0 ? { name: stepName(loader), share: loader.share } : waitName(waits);
  if (!longest || longest.share < leastShare) return undefined;

  return `${Math.round(100 * longest.share)}% of the time is in ${longest.name}.`;
}

function waitName([longest]: Findings["waits"]): { name: string; share: number } | undefined {
  return longest && { name: longest.label, share: longest.share };
}

export const stepName = ({ kind, isClient, routeId }: Pick<LoaderFinding, "kind" | "isClient" | "routeId">): string =>
  routeId.startsWith(`${kind} `) ? routeId : `${isClient ? "client " : ""}${kind} ${routeId}`;

/** The best saving; of equals the one that is safer to make. What saves little stands in the tables alone. */
function whatToDo({ serial: [run], repeats: [repeat], count, medianMs }: Findings): string[] {
  const best = run && (!repeat || worthOf(run) > worthOf(repeat)) ? run : repeat;
  if (!best || worthOf(best) < leastWorth * medianMs * count) return [];
  return [best === run ? runSentence(run, count) : repeatSentence(repeat!, count)];
}

const runSentence = (run: SerialFinding, count: number): string =>
  `Running ${runNames(run)} in parallel would save ${savingText(run, count)}`;

function repeatSentence({ label, kind, medianCount, ...saving }: RepeatFinding, count: number): string {
  const how = kind === "same" ? "Running it once" : "Batching it";
  return `${label} runs ${medianCount}× per request. ${how} would save ${savingText(saving, count)}`;
}

const savingText = ({ savedMs, helped }: Saving, count: number): string =>
  `${spokenDuration(savedMs)} (median) in ${helped} of ${count} requests.`;

/** `A, B and C`, `3 × GET stock/:id`. */
export function runNames({ names, more, calls }: Pick<SerialFinding, "names" | "more" | "calls">): string {
  if (names.length === 1) return `${calls} × ${names[0]}`;
  const all = more > 0 ? [...names, `${more} more`] : names;
  return `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
