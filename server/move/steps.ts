import { joinTerms, type PartTerms } from "#server/domain/trace/terms/part-terms.ts";
import { scanTraces } from "#server/ingest/otlp/scan/scan.ts";
import type {
  MovedTable,
  MovedTrace,
  MoveProgress,
  MoveStore,
  Place,
} from "#server/storage/move/move-store.ts";
import { type TraceChange, traceKey } from "#server/storage/traces/trace-store.ts";

/** A part of a move. Its name stays the same when the move is resumed. */
export type Step = {
  name: string;
  /** Number of rows to copy. */
  count: number;
  /** Reports the number of rows of each batch. */
  copy(
    source: MoveStore,
    target: MoveStore,
    from: { name: string; place?: Place },
  ): AsyncGenerator<number>;
};

/** All data of a store in the order of copying. */
export async function stepsOf(source: MoveStore, tables: MovedTable[]): Promise<Step[]> {
  const steps: Step[] = [];
  for (const table of tables) steps.push(tableStep(table, await source.count(table)));
  for (const day of await source.days()) {
    const { events, attachments, traces } = await source.countDay(day);
    steps.push(dayStep("events", day, events, (items) => ({ events: items })));
    steps.push(dayStep("attachments", day, attachments, (items) => ({ attachments: items })));
    steps.push(dayStep("traces", day, traces, (items) => ({ traces: traceRounds(items) })));
  }
  return steps;
}

function tableStep(table: MovedTable, count: number): Step {
  const step = table.name;
  return {
    name: step,
    count,
    async *copy(source, target, from) {
      for await (const { items, place } of source.rows(table, from.place)) {
        await target.write(table, items, { from: from.name, step, place });
        yield items.length;
      }
    },
  };
}

type Kind = "events" | "attachments" | "traces";
type ItemOf<K extends Kind> =
  ReturnType<MoveStore[K]> extends AsyncGenerator<{ items: (infer Item)[] }> ? Item : never;
type Telemetry = Parameters<MoveStore["writeDay"]>[1];

function dayStep<K extends Kind>(
  kind: K,
  day: string,
  count: number,
  wrap: (items: ItemOf<K>[]) => Telemetry,
): Step {
  const step = `${kind} of ${day}`;
  return {
    name: step,
    count,
    async *copy(source, target, from) {
      for await (const { items, place } of source[kind](day, from.place)) {
        const progress: MoveProgress = { from: from.name, step, place };
        await target.writeDay(day, wrap(items as ItemOf<K>[]), progress);
        yield items.length;
      }
    },
  };
}

/**
 * Copies these traces in rounds: the first parts of all, then the second parts, and so on. A part's
 * search terms come from its spans, as at ingestion.
 */
function traceRounds(traces: MovedTrace[]): TraceChange[][] {
  const rounds: TraceChange[][] = [];
  // A trace with parts on distant days is stored once per day; within a day, it is one.
  const given = new Map<string, number>();
  for (const { projectId, receivedAt, summary, parts } of traces) {
    const key = traceKey({ projectId, traceId: summary.traceId });
    for (const part of parts) {
      const round = given.get(key) ?? 0;
      given.set(key, round + 1);
      (rounds[round] ??= []).push({ projectId, receivedAt, summary, part, terms: termsOf(part) });
    }
  }
  return rounds;
}

/** Limits were enforced when the data was ingested. */
const unlimited = { requestSpans: Number.MAX_SAFE_INTEGER, requestExceptions: 0 };

const termsOf = (part: Uint8Array): PartTerms => {
  const { parts } = scanTraces(part, unlimited);
  return parts.length === 0 ? noTerms : joinTerms(parts.map(({ terms }) => terms));
};

const noTerms: PartTerms = { list: [], numbers: [] };
