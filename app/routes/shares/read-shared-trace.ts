import { href } from "react-router";
import { packed } from "#app/routes/traces/waterfall/packed-drawing.ts";
import { shownRouteTree } from "#app/ui/trace/shown-route-tree.ts";
import type { TraceId } from "#server/domain/ids.ts";
import type { Project } from "#server/domain/project/project.ts";
import { mostSharedSpans } from "#server/domain/share/share.ts";
import { valueWithoutPeople, withoutPeople } from "#server/domain/share/without-people.ts";
import { analyzeTrace } from "#server/domain/trace/timing/analyze.ts";
import { drawTrace } from "#server/domain/trace/waterfall/draw-trace.ts";
import { errorsInTime } from "#server/domain/trace/errors-in-time.ts";
import { routeTrees } from "#server/domain/trace/route-tree/route-tree.ts";
import { durationOf } from "#server/domain/trace/listing/summary.ts";
import { traceTitle } from "#server/domain/trace/listing/trace-title.ts";
import { parseTraceView } from "#server/domain/trace/waterfall/trace-view.ts";
import type { Services } from "#server/services.ts";

const mostErrors = 50;

/** A trace without private data, in the view selected in the URL; undefined if it was deleted. */
export async function readSharedTrace(
  services: Services,
  project: Project,
  traceId: TraceId,
  search: URLSearchParams,
) {
  // It may have grown since it was shared.
  if ((await services.store.traces.spanCount(project.id, traceId)) > mostSharedSpans)
    return undefined;
  const reading = await services.readTrace(project.id, traceId);
  if (!reading) return undefined;
  const { summary } = reading;
  const view = parseTraceView(search);
  const trace = analyzeTrace(reading.spans, { raw: view.raw });
  const errors = errorsInTime(trace).slice(0, mostErrors);
  return {
    kind: "trace" as const,
    path: href("/:project/traces/:trace", { project: project.slug, trace: traceId }),
    head: {
      traceId,
      root: withoutPeople(traceTitle(summary.root, summary)),
      startedAt: summary.startedAt,
    },
    durationMs: durationOf(summary),
    counts: {
      spans: trace.tree.nodes.length,
      failed: trace.failedCount,
      shifted: trace.shiftedCount,
    },
    trees: valueWithoutPeople(routeTrees(trace).map(shownRouteTree)),
    drawing: packed(valueWithoutPeople(drawTrace(trace, view)), summary),
    errors: valueWithoutPeople(
      errors.map(({ atMs, type, message }) => ({ atMs, title: type ?? "failed", message })),
    ),
    view,
  };
}

export type SharedTraceReading = NonNullable<Awaited<ReturnType<typeof readSharedTrace>>>;
