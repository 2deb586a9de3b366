import type { ProjectId, TraceId } from "#server/domain/ids.ts";
import { dayMs, hourMs, hourOf } from "#server/domain/time.ts";
import { isInShare, thinnedBefore } from "#server/domain/rollup/kept-share.ts";
import type { ThinnedTrace } from "#server/storage/traces/trace-store.ts";
import type { Store } from "#server/storage/store.ts";
import { forEachProject } from "./nodes-away.ts";

/**
 * Tail sampling: everything is stored and counted first. Of a past hour, it keeps failed traces,
 * the slowest of each operation, and a share of the rest. Returns the number of traces removed.
 */
export async function thinTraces(
  store: Pick<Store, "projects" | "rollups" | "traces">,
  now: number,
): Promise<number> {
  let removed = 0;
  await forEachProject(store, async ({ id, settings }) => {
    const { keptShare, changedAt = 0 } = settings.sampling;
    if (keptShare >= 1) return;
    const choose = (traces: ThinnedTrace[]) =>
      tracesThatStay(store, id, traces, { keptShare, now });
    const window = { from: hourOf(changedAt), before: thinnedBefore(now) };
    removed += (await store.traces.thin({ projectId: id, ...window, choose })).traces;
  });
  return removed;
}

/** The traces that are operation samples, and a share of the others. */
export async function tracesThatStay(
  store: Pick<Store, "rollups">,
  projectId: ProjectId,
  traces: ThinnedTrace[],
  { keptShare, now }: { keptShare: number; now: number },
): Promise<Set<TraceId>> {
  const kept = new Set<TraceId>();
  for (const { traceId } of traces) if (isInShare(traceId, keptShare)) kept.add(traceId);
  for (const window of windowsOf(traces, now)) {
    const sampled = await store.rollups.sampledTraces(projectId, window);
    for (const { traceId } of traces) if (sampled.has(traceId)) kept.add(traceId);
  }
  return kept;
}

type Window = { from: number; to: number };

/** Distinct whole hours in which operations of these traces may have started. */
function windowsOf(traces: ThinnedTrace[], now: number): Window[] {
  const windows: Window[] = [];
  for (const window of traces
    .map((trace) => windowOf(trace, now))
    .toSorted((a, b) => a.from - b.from)) {
    const last = windows.at(-1);
    if (last && window.from <= last.to) last.to = Math.max(last.to, window.to);
    else windows.push(window);
  }
  return windows;
}

/** A visitor who stays on a page adds operations to a trace long after its root ended. */
const stayedMs = 3 * hourMs;

/** If a clock was too far off, the arrival time is used as the start. */
function windowOf({ startedAt, endedAt, receivedAt }: ThinnedTrace, now: number): Window {
  const isOff = startedAt < receivedAt - 30 * dayMs || endedAt > receivedAt + dayMs;
  const [from, to] = isOff
    ? [receivedAt - 31 * dayMs, now]
    : [startedAt - hourMs, endedAt + stayedMs];
  return { from: hourOf(from), to: hourOf(to) + hourMs };
}
