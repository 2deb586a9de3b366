import type { AskedInProject } from "#app/guard.ts";
import { mergedRollup } from "#server/domain/rollup/figures.ts";
import type { OperationKind, StoredOperation } from "#server/domain/rollup/operation.ts";
import { percentilesOf } from "#server/domain/rollup/percentiles.ts";
import { dayMs } from "#server/domain/time.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { type OtherTrace, otherTraces } from "./other-traces.ts";
import { methodInName } from "#server/domain/trace/http-method.ts";

/**
 * `p75Ms`: of the root's operation in the last 24 hours; absent without requests. `others`: its
 * traces to compare with.
 */
export type RouteOfTrace = { route: string; p75Ms?: number; others: OtherTrace[] };

type Asked = Pick<AskedInProject, "services" | "project">;

/** The route of the trace's root, if the project has figures for it. */
export async function routeOfTrace(
  { services, project }: Asked,
  summary: Pick<TraceSummary, "traceId" | "root" | "isDocument">,
): Promise<RouteOfTrace | undefined> {
  const { rollups } = services.store;
  const { route } = summary.root;
  if (route === undefined) return undefined;
  const operations = await rollups.operationsOf(project.id, route);
  if (operations.length === 0) return undefined;
  const ran = operations.find((each) => isOf(summary, each));
  if (!ran) return { route, others: [] };
  const now = services.now();
  const operation = { operationId: ran.id, since: now - dayMs, until: now };
  const [steps, others] = await Promise.all([
    rollups.series({ projectId: project.id, ...operation }, { unit: "hour", every: 24 }),
    otherTraces({ services, project }, operation, summary.traceId),
  ]);
  const { durations } = mergedRollup(steps.map(({ rollup }) => rollup));
  const [p75] = percentilesOf(durations, [0.75]);
  return { route, others, ...(p75 && { p75Ms: p75.ms }) };
}

function isOf(
  { root, isDocument }: Pick<TraceSummary, "root" | "isDocument">,
  { service, kind, method }: StoredOperation,
): boolean {
  return (
    service === root.service &&
    kind === (isDocument ? "document" : kindOf(root)) &&
    (method === undefined || method === methodInName(root.name))
  );
}

/** As Spoor's own instrumentation names what a router does (`app/trace/recorder.ts`). */
function kindOf({ name, kind }: TraceSummary["root"]): OperationKind | undefined {
  if (name.startsWith("navigate ")) return "navigation";
  if (name.startsWith("submit ")) return "submit";
  return kind === "server" || kind === "consumer" ? kind : undefined;
}
