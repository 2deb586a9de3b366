import type { AskedInProject } from "#app/guard.ts";
import type { TraceId } from "#server/domain/ids.ts";
import { medianOf } from "#server/domain/route-findings/quantile-of.ts";
import type { TraceSample } from "#server/domain/rollup/sample.ts";
import type { Window } from "#server/domain/rollup/window.ts";

/** A stored trace of the same route to compare with. */
export type OtherTrace = { name: string; traceId: TraceId; durationMs: number };

type Asked = Pick<AskedInProject, "services" | "project">;

/** Samples that the typical and the fastest trace are chosen from. */
const candidates = 60;

/** Sampled traces of an operation other than this one, if any are stored. */
export async function otherTraces(
  { services, project }: Asked,
  operation: Window & { operationId: number },
  traceId: TraceId,
): Promise<OtherTrace[]> {
  const { rollups, traces } = services.store;
  const filter = { projectId: project.id, ...operation };
  const [random, slow] = await Promise.all([
    rollups.samples({ ...filter, class: "random", limit: candidates }),
    rollups.samples({ ...filter, class: "slow", limit: 2 }),
  ]);
  const named = namedTraces(
    random.filter((sample) => sample.traceId !== traceId),
    slow.filter((sample) => sample.traceId !== traceId),
  );
  const stored = await traces.spanCounts(
    project.id,
    named.map((each) => each.traceId),
  );
  return named.filter((each) => (stored.get(each.traceId) ?? 0) > 0);
}

/** Each trace once: of few samples, one may be several of these. `slow`: slowest first. */
export function namedTraces(random: TraceSample[], slow: TraceSample[]): OtherTrace[] {
  const medianMs = medianOf(random.map(({ durationMs }) => durationMs));
  const fromMedian = ({ durationMs }: TraceSample) => Math.abs(durationMs - medianMs);
  const [typical] = random.toSorted((a, b) => fromMedian(a) - fromMedian(b));
  const [fastest] = random.toSorted((a, b) => a.durationMs - b.durationMs);
  const named = [
    { name: "Typical trace", sample: typical },
    { name: "Fastest trace", sample: fastest },
    { name: "Slowest trace", sample: slow[0] },
  ];
  const seen = new Set<TraceId>();
  return named.flatMap(({ name, sample }) => {
    if (!sample || seen.has(sample.traceId)) return [];
    seen.add(sample.traceId);
    return { name, traceId: sample.traceId, durationMs: sample.durationMs };
  });
}
