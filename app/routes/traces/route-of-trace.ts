import type { AskedInProject } from "#app/guard.ts";
import { mergedRollup } from "#server/domain/rollup/figures.ts";
import type { OperationKind, StoredOperation } from "#server/domain/rollup/operation.ts";
import { percentilesOf } from "#server/domain/rollup/percentiles.ts";
import { dayMs } from "#server/domain/time.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { methodInName } from "#server/domain/trace/http-method.ts";

/** `p75Ms`: of the root's operation in the last 24 hours; absent without requests. */
export type RouteOfTrace = { route: string; p75Ms?: number };

type Asked = Pick<AskedInProject, "services" | "project">;

/** The route of the trace's root, if the project has figures for it. */
export async function routeOfTrace(
  { services, project }: Asked,
  summary: Pick<TraceSummary, "root" | "isDocument">,
): Promise<RouteOfTrace | undefined> {
  const { rollups } = services.store;
  const { route } = summary.root;
  if (route === undefined) return undefined;
  const operations = await rollups.operationsOf(project.id, route);
  if (operations.length === 0) return undefined;
  const ran = operations.find((each) => isOf(summary, each));
  if (!ran) return { route };
  const now = services.now();
  const window = { since: now - dayMs, until: now };
  const steps = await rollups.series(
    { projectId: project.id, operationId: ran.id, ...window },
    { unit: "hour", every: 24 },
  );
  const { durations } = mergedRollup(steps.map(({ rollup }) => rollup));
  const [p75] = percentilesOf(durations, [0.75]);
  return { route, ...(p75 && { p75Ms: p75.ms }) };
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
