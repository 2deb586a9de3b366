import { isOver, routeMeasured, vitalMeasured } from "#server/domain/alert/budget.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";
import { dayMs } from "#server/domain/time.ts";
import type { AlertDeps } from "#server/jobs/alert-deps.ts";

type Window = {
  projectId: ProjectId;
  since: number;
  until: number;
  environment?: string;
};

/**
 * How often a named route or page exceeded its threshold in the last week; undefined if that requires a series of each route, or 5-minute steps, which are not stored that long.
 */
export async function budgetTimes(deps: AlertDeps, rule: AlertRule): Promise<number | undefined> {
  const { when, projectId, environment } = rule;
  if (when.kind !== "route" && when.kind !== "vital") return undefined;
  if (when.windowMinutes % 60 !== 0) return undefined;
  const until = deps.now();
  const window: Window = {
    projectId,
    since: until - 7 * dayMs,
    until,
    ...(environment !== "" && { environment }),
  };
  return when.kind === "route" ? routeTimes(deps, when, window) : vitalTimes(deps, when, window);
}

const hours = (windowMinutes: number) => ({ unit: "hour" as const, every: windowMinutes / 60 });

type When<Kind extends string> = Extract<AlertRule["when"], { kind: Kind }>;

async function routeTimes({ store }: AlertDeps, when: When<"route">, window: Window) {
  if (when.route === "") return undefined;
  const { measure, over, windowMinutes } = when;
  const named = await store.rollups.operationsOf(window.projectId, when.route);
  const waitedFor = named.filter(({ kind }) => waitedForKinds.includes(kind));
  const series = await Promise.all(
    waitedFor.map(({ id: operationId }) =>
      store.rollups.series({ ...window, operationId }, hours(windowMinutes)),
    ),
  );
  const times = series.map((steps) =>
    risesOf(steps.map(({ rollup }) => isOver(routeMeasured(rollup, measure), over))),
  );
  return times.reduce((sum, each) => sum + each, 0);
}

async function vitalTimes({ store }: AlertDeps, when: When<"vital">, window: Window) {
  if (when.page === "") return undefined;
  const { vital, over, windowMinutes, page } = when;
  const asked = { ...window, route: page, vital };
  const steps = await store.rollups.vitalSeries(asked, hours(windowMinutes));
  return risesOf(steps.map(({ rollup }) => isOver(vitalMeasured(rollup, vital), over)));
}

/** Changes from false to true. Steps with too little data, which are undefined, change nothing. */
export function risesOf(steps: readonly (boolean | undefined)[]): number {
  const known = steps.filter((step) => step !== undefined);
  return known.filter((step, index) => step && !known[index - 1]).length;
}
