import {
  backUnderNotice,
  type BudgetStory,
  overBudgetNotice,
} from "#server/domain/alert/budget-notice.ts";
import {
  isOver,
  type Measured,
  routeMeasured,
  vitalMeasured,
} from "#server/domain/alert/budget.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import { counted } from "#server/domain/count.ts";
import {
  measureWords,
  routeValueWords,
  vitalShort,
  vitalValueWords,
} from "#server/domain/alert/words.ts";
import {
  routeTitle,
  type StoredOperation,
  waitedForKinds,
} from "#server/domain/rollup/operation.ts";
import { bucketEnd } from "#server/domain/rollup/tier.ts";
import { gatherVitals } from "#server/domain/vital/vital-figures.ts";
import type { Reading, Readings } from "./alert-readings.ts";
import type { Watching } from "./alert-traffic.ts";

const minuteMs = 60_000;

/** Whole five-minute steps, none starting before the rule. Undefined: none yet. */
function windowOf(
  rule: AlertRule,
  windowMinutes: number,
  now: number,
): { since: number; until: number } | undefined {
  const since = Math.max(now - windowMinutes * minuteMs, bucketEnd("5-minutes", rule.since));
  return since < now ? { since, until: now } : undefined;
}

/**
 * Reads all of the project's operations once: 7 ms for 200 routes over a month, and a window here
 * is at most a day.
 */
export async function readRoutes({
  parts,
  rule,
  when,
  project,
}: Watching<"route">): Promise<Readings> {
  const { measure, over, windowMinutes } = when;
  const window = windowOf(rule, windowMinutes, parts.now());
  const settled = { absent: undefined, settleMs: windowMinutes * minuteMs };
  if (!window) return { readings: [], ...settled };
  const filter = {
    projectId: rule.projectId,
    kinds: waitedForKinds,
    ...environmentOf(rule),
    ...window,
  };
  const operations = await parts.store.rollups.operations(filter);
  const asked = operations.filter(
    ({ operation }) => when.route === "" || operation.route === when.route,
  );
  const readings = asked.map(({ operation, rollup }) => {
    const words = (value: number) => routeValueWords(measure, value);
    return readingOf(`route:${operation.id}`, routeMeasured(rollup, measure), over, words, {
      kind: "route",
      project,
      windowMinutes,
      environment: rule.environment,
      what: `${measureWords(measure)} of ${operationWords(operation)}`,
      page: {
        text: `View ${routeTitle(operation)}`,
        path: `/${project.slug}/routes/${operation.id}`,
      },
    });
  });
  return { readings, ...settled };
}

export async function readVitals({
  parts,
  rule,
  when,
  project,
}: Watching<"vital">): Promise<Readings> {
  const { vital, over, windowMinutes } = when;
  const window = windowOf(rule, windowMinutes, parts.now());
  const settled = { absent: undefined, settleMs: windowMinutes * minuteMs };
  if (!window) return { readings: [], ...settled };
  const page = when.page === "" ? {} : { route: when.page };
  const filter = { projectId: rule.projectId, ...environmentOf(rule), ...window, ...page };
  const rows = await parts.store.rollups.vitals(filter);
  const byPage = gatherVitals(
    rows.filter((row) => row.vital === vital),
    ({ route }) => route,
  );
  const readings = [...byPage].map(([route, rollups]) => {
    const words = (value: number) => vitalValueWords(vital, value);
    return readingOf(`page:${route}`, vitalMeasured(rollups[vital]!, vital), over, words, {
      kind: "vital",
      project,
      windowMinutes,
      environment: rule.environment,
      what: `${vitalShort(vital)} of ${route || "unnamed pages"}`,
      page: {
        text: "View web vitals",
        path: `/${project.slug}/vitals?route=${encodeURIComponent(route)}`,
      },
    });
  });
  return { readings, ...settled };
}

const environmentOf = ({ environment }: AlertRule) => (environment === "" ? {} : { environment });

/** Most routes are requests. Page loads and navigations are named as such. */
const operationWords = (operation: StoredOperation): string =>
  operation.kind === "server" ? routeTitle(operation) : `${operation.route} (${operation.kind})`;

function readingOf(
  subject: string,
  measured: Measured,
  over: number,
  words: (value: number) => string,
  story: Omit<BudgetStory, "value" | "budget" | "samples">,
): Reading {
  const value = measured.value === undefined ? "unknown" : words(measured.value);
  const whole = { ...story, value, budget: words(over), samples: measured.samples };
  return {
    subject,
    isTrue: isOver(measured, over),
    what: story.what,
    path: story.page.path,
    amount: measured.value ?? -1,
    value:
      measured.value === undefined
        ? `Not enough data: ${counted(Math.round(measured.samples), "sample")}`
        : value,
    notice: async (verdict) =>
      verdict === "recovered"
        ? backUnderNotice(whole)
        : overBudgetNotice(whole, verdict === "remind"),
  };
}
