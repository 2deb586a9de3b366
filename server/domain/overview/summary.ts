import type { FailureChange, RouteChange } from "#server/domain/release/route-changes.ts";
import { versionLabel } from "#server/domain/release/mark.ts";
import { type Operation, routeTitle } from "#server/domain/rollup/operation.ts";

/** Start of the summarized changes: a release, or the period's start if it has none. */
export type SummarySince =
  | { kind: "deployed" | "first-seen"; version: string; at: number }
  | { kind: "period"; at: number; lengthMs: number };

/**
 * Baseline of route changes: the previous release in a window, everything before a time, or the
 * previous period.
 */
export type ChangesAgainst =
  | { kind: "release"; version: string; previous: string; since: number; until: number }
  | { kind: "moment"; since: number }
  | { kind: "period" };

/** Input of a summary. Routes are those with significant changes (`release/route-changes.ts`). */
export type SummaryFacts = {
  since: SummarySince;
  newIssues: number;
  regressed: number;
  /** How many of them are resolved by now: an incident stays in the sentence. */
  resolved?: { newIssues: number; regressed: number };
  /** There are more issues than were counted. */
  isMore?: boolean;
  slower: RouteChange[];
  faster: RouteChange[];
  failsMore: FailureChange[];
  failsLess: FailureChange[];
  /** Routes with enough data before and after to compare. */
  compared: number;
  /** Requests since then. */
  requests: number;
  now: number;
};

/** A piece of the sentence, and its subject. */
export type SummaryPart =
  | { text: string; tone?: "bad" | "good" }
  | { text: string; about: { kind: "release"; version: string } }
  | { text: string; about: { kind: "issues"; state: "new" | "regressed"; withResolved?: true } }
  | { text: string; about: { kind: "route"; id: number } }
  | { text: string; about: { kind: "routes" } };

/**
 * `Since web@2.4.1 was deployed at 11:42: 3 new issues, 2 regressed, and /checkout is 42% slower at
 * p75.` and a remainder.
 */
export function summaryOf(facts: SummaryFacts): SummaryPart[] {
  const items = [...issueItems(facts), ...routeItems(facts)];
  const begin = [...sinceParts(facts), { text: ": " }];
  if (items.length === 0) return [...begin, { text: `no new issues${quietEnd(facts)}` }];
  const more = rest(facts);
  return [...begin, ...listed(items), { text: more.length > 0 ? ". " : "." }, ...more];
}

export const summaryText = (parts: readonly SummaryPart[]): string =>
  parts.map(({ text }) => text).join("");

function sinceParts({ since, now }: SummaryFacts): SummaryPart[] {
  if (since.kind === "period") return [{ text: `In the last ${lengthWords(since.lengthMs)}` }];
  const { version, at, kind } = since;
  return [
    { text: "Since " },
    { text: versionLabel(version), about: { kind: "release", version } },
    { text: ` was ${kind === "deployed" ? "deployed" : "first seen"} ${whenWords(at, now)}` },
  ];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** `hour`, `24 hours`, `7 days`: after “the last”. */
export function lengthWords(ms: number): string {
  if (ms < 1.5 * hourMs) return "hour";
  if (ms < 1.5 * dayMs) return `${Math.round(ms / hourMs)} hours`;
  return `${Math.round(ms / dayMs)} days`;
}

export const months = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
];

/** `at 11:42`, `yesterday at 23:50`, `on Nov 12 at 09:05`: in UTC. */
function whenWords(at: number, now: number): string {
  const days = Math.floor(now / dayMs) - Math.floor(at / dayMs);
  const date = new Date(at);
  const clock = `at ${date.toISOString().slice(11, 16)}`;
  if (days === 0) return clock;
  return days === 1
    ? `yesterday ${clock}`
    : `on ${months[date.getUTCMonth()]} ${date.getUTCDate()} ${clock}`;
}

type Item = SummaryPart[];

function issueItems({ newIssues, regressed, isMore, resolved }: SummaryFacts): Item[] {
  const count = (issues: number) => `${issues}${isMore ? "+" : ""}`;
  const fresh: Item = [
    {
      text: `${count(newIssues)} new ${newIssues === 1 ? "issue" : "issues"}`,
      about: { kind: "issues", state: "new", ...(resolved?.newIssues && { withResolved: true }) },
    },
    ...resolvedParts(newIssues, resolved?.newIssues),
  ];
  const noun = newIssues > 0 ? "" : regressed === 1 ? " issue" : " issues";
  const back: Item = [
    {
      text: `${count(regressed)} regressed${noun}`,
      about: {
        kind: "issues",
        state: "regressed",
        ...(resolved?.regressed && { withResolved: true }),
      },
    },
    ...resolvedParts(regressed, resolved?.regressed),
  ];
  return [...(newIssues > 0 ? [fresh] : []), ...(regressed > 0 ? [back] : [])];
}

/** ` (2 resolved)`, ` (all resolved)`, ` (resolved)` after these issues. */
function resolvedParts(all: number, done = 0): SummaryPart[] {
  if (done === 0) return [];
  const some = done < all ? `${done} ` : all > 1 ? "all " : "";
  return [{ text: ` (${some}resolved)` }];
}

/**
 * Worse changes first; better ones only if there are no worse. One of each kind: the page lists the
 * others.
 */
function routeItems({ slower, faster, failsMore, failsLess }: SummaryFacts): Item[] {
  const [slowest, failing] = [slower[0], failsMore[0]];
  const worse = [
    ...(slowest ? [latencyItem(slowest)] : []),
    ...(failing ? [failureItem(failing)] : []),
  ];
  if (worse.length > 0) return worse;
  const [fastest, mended] = [faster[0], failsLess[0]];
  return [...(fastest ? [latencyItem(fastest)] : []), ...(mended ? [failureItem(mended)] : [])];
}

/** The method is named unless it is the usual one. */
const nameOf = ({ route, method }: Operation): string =>
  routeTitle({ route, method: method === "GET" ? undefined : method }) || "(no name)";

function latencyItem({ operation, beforeMs, afterMs, q }: RouteChange): Item {
  const by = afterMs / beforeMs - 1;
  return [
    { text: nameOf(operation), about: { kind: "route", id: operation.id } },
    { text: " is " },
    { text: `${changeWords(by)} ${by > 0 ? "slower" : "faster"}`, tone: by > 0 ? "bad" : "good" },
    { text: ` at p${Math.round(q * 100)}` },
  ];
}

const changeWords = (by: number): string =>
  by >= 2 ? `${Number((by + 1).toPrecision(2))}×` : `${Math.round(Math.abs(by) * 100)}%`;

function failureItem({ operation, beforeRate, afterRate }: FailureChange): Item {
  const isWorse = afterRate > beforeRate;
  return [
    { text: nameOf(operation), about: { kind: "route", id: operation.id } },
    { text: " fails " },
    { text: `${rateWords(afterRate)} of requests`, tone: isWorse ? "bad" : "good" },
    { text: `, ${isWorse ? "up" : "down"} from ${rateWords(beforeRate)}` },
  ];
}

const rateWords = (rate: number): string => `${Number((100 * rate).toPrecision(2))}%`;

/** `A`, `A and B`, `A, B, and C`. */
function listed(items: Item[]): SummaryPart[] {
  return items.flatMap((item, index) => {
    if (index === 0) return item;
    const isLast = index === items.length - 1;
    const comma = items.length > 2 || !isLast ? "," : "";
    return [{ text: `${comma}${isLast ? " and" : ""} ` }, ...item];
  });
}

/** The remainder: further routes, or that there are none. */
function rest(facts: SummaryFacts): SummaryPart[] {
  const { slower, faster, failsMore, failsLess } = facts;
  const changed = new Set(
    [...slower, ...faster, ...failsMore, ...failsLess].map(({ operation }) => operation.id),
  );
  const told = new Set(routeItems(facts).flatMap((item) => routesIn(item)));
  const more = [...changed].filter((id) => !told.has(id)).length;
  if (more > 0)
    return [
      {
        text: `${more} more ${more === 1 ? "route" : "routes"} changed`,
        about: { kind: "routes" },
      },
      { text: "." },
    ];
  if (facts.compared > 0) return [{ text: "No other significant changes." }];
  return facts.requests > 0 ? [{ text: tooFew }] : [];
}

const routesIn = (item: Item): number[] =>
  item.flatMap((part) => ("about" in part && part.about.kind === "route" ? [part.about.id] : []));

const tooFew = "Too few requests to compare routes.";

/** If there is nothing to report. */
function quietEnd({ compared, requests }: SummaryFacts): string {
  if (compared > 0) return " and no significant changes.";
  return requests > 0 ? `. ${tooFew}` : ".";
}
