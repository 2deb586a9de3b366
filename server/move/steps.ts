import type { MovedTable, MoveProgress, MoveStore, Place } from "#server/storage/move-store.ts";
import { traceRounds } from "./trace-changes.ts";

/** A part of a move, by a name that it has again when the move is called once more. */
export type Step = {
  name: string;
  /** How many rows there are to copy. */
  count: number;
  /** Tells how many came with each portion. */
  copy(source: MoveStore, target: MoveStore, from: { name: string; place?: Place }): AsyncGenerator<number>;
};

/** Everything of a store, in the order in which it is moved. */
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
    ...{ name: step, count },
    async *copy(source, target, from) {
      for await (const { items, place } of source.rows(table, from.place)) {
        await target.write(table, items, { from: from.name, step, place });
        yield items.length;
      }
    },
  };
}

type Kind = "events" | "attachments" | "traces";
type ItemOf<K extends Kind> = ReturnType<MoveStore[K]> extends AsyncGenerator<{ items: (infer Item)[] }> ? Item : never;
type Telemetry = Parameters<MoveStore["writeDay"]>[1];

function dayStep<K extends Kind>(kind: K, day: string, count: number, wrap: (items: ItemOf<K>[]) => Telemetry): Step {
  const step = `${kind} of ${day}`;
  return {
    ...{ name: step, count },
    async *copy(source, target, from) {
      for await (const { items, place } of source[kind](day, from.place)) {
        const progress: MoveProgress = { from: from.name, step, place };
        await target.writeDay(day, wrap(items as ItemOf<K>[]), progress);
        yield items.length;
      }
    },
  };
}
