import { fewestRequests } from "#server/domain/alert/budget.ts";
import type { AlertRule } from "#server/domain/alert/rule.ts";
import { waitedForKinds } from "#server/domain/rollup/operation.ts";
import { dayMs } from "#server/domain/time.ts";
import type { AlertDeps } from "#server/jobs/alert-deps.ts";

/** Why a rule on a named route can never fire. `most`: requests in the busiest window, rounded. */
export type RouteGap = { route: string } & (
  | { kind: "unknown" }
  | { kind: "quiet"; most: number; fewest: number; windowMinutes: number }
);

const hourMinutes = 60;

/** Undefined: the rule can fire. Shorter windows than the hourly counters get their part of them. */
export async function routeGap(
  { store: { rollups }, now }: Pick<AlertDeps, "store" | "now">,
  { when, projectId, environment }: Pick<AlertRule, "when" | "projectId" | "environment">,
): Promise<RouteGap | undefined> {
  if (when.kind !== "route" || when.route === "") return undefined;
  const named = await rollups.operationsOf(projectId, when.route);
  const waitedFor = named.filter(({ kind }) => waitedForKinds.includes(kind));
  const { route, windowMinutes } = when;
  if (waitedFor.length === 0) return { kind: "unknown", route };
  const until = now();
  const week = { projectId, since: until - 7 * dayMs, until };
  const every = Math.max(1, Math.round(windowMinutes / hourMinutes));
  const series = await Promise.all(
    waitedFor.map(({ id: operationId }) =>
      rollups.series(
        { ...week, operationId, ...(environment !== "" && { environment }) },
        { unit: "hour", every },
      ),
    ),
  );
  const busiest = Math.max(0, ...series.flat().map(({ rollup }) => rollup.durations.count));
  const most = Math.round(busiest * Math.min(1, windowMinutes / hourMinutes));
  return most < fewestRequests
    ? { kind: "quiet", route, most, fewest: fewestRequests, windowMinutes }
    : undefined;
}
