import type { ProjectId, TraceId } from "#server/domain/ids.ts";
import type { Dimension } from "#server/domain/cardinality/limits.ts";
import { dayMs, hourOf } from "#server/domain/time.ts";
import { countApdex } from "#server/domain/rollup/apdex.ts";
import type { Operation } from "#server/domain/rollup/operation.ts";
import { emptyRollup } from "#server/domain/rollup/rollup.ts";
import { bucketStart } from "#server/domain/rollup/tier.ts";
import type { CountedName, CountedSpan, TracePart } from "#server/domain/trace/terms/trace-part.ts";
import type { RollupChange } from "#server/storage/rollups/rollup-store.ts";
import type { DigestChanges } from "#server/storage/digest/digest-store.ts";
import { BestSamples } from "./best-samples.ts";
import type { SpanFolding } from "./fold-spans.ts";
import type { SampleMemory } from "./sample-memory.ts";
import { SeenReleases } from "#server/digest/sessions/seen-releases.ts";

/** Project and receipt time of spans. */
type SpanSource = { projectId: ProjectId; traceId: TraceId; receivedAt: number };

export type AbsorbedRollups = { rollups: RollupChange[]; releases: DigestChanges["releases"] };

type Row = { change: RollupChange; samples: BestSamples; memoryKey: string; over: Dimension[] };

type Folding = Pick<SpanFolding, "counted" | "count">;

/**
 * Totals of one batch's new spans by operation, environment, release, and five minutes, before
 * sampling.
 */
export class RollupChanges {
  private readonly memory: SampleMemory;
  private readonly folding: Folding | undefined;
  private readonly rows = new Map<string, Row>();
  private readonly byName = new Map<CountedName, Row[]>();
  private readonly releases = new SeenReleases();

  constructor(memory: SampleMemory, folding?: Folding) {
    this.memory = memory;
    this.folding = folding;
  }

  add(source: SpanSource, { releases, counted }: Pick<TracePart, "releases" | "counted">): void {
    // A span's clock is trusted only together with others of its trace: a wrong one must not
    // reorder releases.
    const { projectId, receivedAt } = source;
    for (const release of releases)
      this.releases.see(projectId, release, { at: receivedAt, receivedAt });
    for (const span of counted) this.count(source, span);
  }

  /** Spans with folded names are counted here in aggregate. */
  collect(): AbsorbedRollups {
    for (const { change, over } of this.rows.values()) {
      const { projectId, at: receivedAt, rollup } = change;
      this.folding?.count(
        over,
        { projectId, receivedAt, category: "span" },
        rollup.durations.count,
      );
    }
    const rollups = [...this.rows.values()].map(({ change, samples }) => ({
      ...change,
      samples: samples.best(),
    }));
    return { rollups, releases: this.releases.all() };
  }

  /** Call after the commit. */
  remember(): void {
    for (const { samples, memoryKey } of this.rows.values()) {
      if (samples.hasAny()) this.memory.add(memoryKey, samples.best());
    }
  }

  private count(source: SpanSource, span: CountedSpan): void {
    const { name, durationMs, failed } = span;
    const startedAt = believedStart(span, source.receivedAt);
    const { change, samples } = this.row(
      source.projectId,
      name,
      bucketStart("5-minutes", startedAt),
    );
    const { rollup } = change;
    rollup.durations.add(durationMs);
    rollup.totalMs += durationMs;
    if (failed) rollup.failed += 1;
    countApdex(rollup, name.kind, durationMs, failed);
    samples.offer(source.traceId, span, { startedAt, durationMs, failed });
  }

  /**
   * Looked up by the names object, and for a new one by its content: objects of several requests
   * may be equal.
   */
  private row(projectId: ProjectId, name: CountedName, at: number): Row {
    const rows = this.byName.get(name) ?? [];
    const known = rows.find(({ change }) => change.at === at && change.projectId === projectId);
    if (known) return known;
    const row = this.rowSaying(projectId, name, at);
    rows.push(row);
    this.byName.set(name, rows);
    return row;
  }

  private rowSaying(projectId: ProjectId, counted: CountedName, at: number): Row {
    const { name, over } = this.folding?.counted(projectId, counted) ?? { name: counted, over: [] };
    const { kind, route, method = "", service, environment = "", release = "" } = name;
    const said = `${kind}\n${route}\n${method}\n${service}\n${environment}\n${release}`;
    const key = `${projectId}\n${at}\n${said}`;
    const known = this.rows.get(key);
    if (known) return known;
    const memoryKey = `${projectId}\n${hourOf(at)}\n${said}`;
    const samples = new BestSamples(this.memory.of(memoryKey));
    const operation: Operation = { service, kind, route, ...(method !== "" && { method }) };
    const change = {
      projectId,
      operation,
      environment,
      release,
      at,
      rollup: emptyRollup(),
      samples: samples.best(),
    };
    const row = { change, samples, memoryKey, over };
    this.rows.set(key, row);
    return row;
  }
}

/**
 * Clock skew, milliseconds since 1970. A start outside the limits is replaced by the receipt time.
 */
function believedStart({ startedAt }: CountedSpan, receivedAt: number): number {
  return startedAt > receivedAt + dayMs || startedAt < receivedAt - 30 * dayMs
    ? receivedAt
    : startedAt;
}
