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
 * When a named route or page exceeded its threshold in the last week, as starts of hours; undefined if that requires a series of each route, or 5-minute steps, which are not stored that long.
 */
export async function budgetTimes(deps: AlertDeps, rule: AlertRule): Promise<number[] | undefined> {
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
  return series.flatMap((steps) =>
    risesOf(
      steps.map(({ at, rollup }) => ({ at, isOver: isOver(routeMeasured(rollup, measure), over) })),
    ),
  );
}

async function vitalTimes({ store }: AlertDeps, when: When<"vital">, window: Window) {
  if (when.page === "") return undefined;
  const { vital, over, windowMinutes, page } = when;
  const asked = { ...window, route: page, vital };
  const steps = await store.rollups.vitalSeries(asked, hours(windowMinutes));
  return risesOf(
    steps.map(({ at, rollup }) => ({ at, isOver: isOver(vitalMeasured(rollup, vital), over) })),
  );
}

/** Starts of steps in which it became true. Those with too little data change nothing. */
export function risesOf(steps: readonly { at: number; isOver: boolean | undefined }[]): number[] {
  const known = steps.filter(({ isOver }) => isOver !== undefined);
  return known
    .filter(({ isOver }, index) => isOver && !known[index - 1]?.isOver)
    .map(({ at }) => at);
}
