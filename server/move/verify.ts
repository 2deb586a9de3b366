import type { MovedTable, MovedTrace, MoveStore } from "#server/storage/move/move-store.ts";
import { type Checksum, checksum, digestOf } from "./checksum.ts";

/** Returns one message per difference. `onRows` receives the number of compared rows. */
export async function verify(
  [source, target]: [MoveStore, MoveStore],
  tables: MovedTable[],
  onRows: (rows: number) => void,
): Promise<string[]> {
  const faults: string[] = [];
  for (const table of tables) {
    const sums = [
      await tableSum(source, table, onRows),
      await tableSum(target, table, onRows),
    ] as const;
    faults.push(...faultOf(table.name, sums));
  }
  const days = new Set([...(await source.days()), ...(await target.days())]);
  for (const day of [...days].toSorted())
    faults.push(...(await dayFaults([source, target], day, onRows)));
  return [...faults, ...(await factFaults(source, target))];
}

function faultOf(what: string, [from, to]: readonly [Checksum, Checksum]): string[] {
  if (from.count() !== to.count())
    return [`${what}: ${from.count()} in the source, ${to.count()} in the target.`];
  return from.value() === to.value() ? [] : [`${what}: the ${from.count()} rows differ.`];
}

async function tableSum(
  store: MoveStore,
  table: MovedTable,
  onRows: (rows: number) => void,
): Promise<Checksum> {
  const sum = checksum();
  for await (const { items } of store.rows(table)) {
    for (const row of items) sum.add(row);
    onRows(items.length);
  }
  return sum;
}

type Kind = "events" | "attachments" | "traces";

async function dayFaults(
  [source, target]: [MoveStore, MoveStore],
  day: string,
  onRows: (rows: number) => void,
): Promise<string[]> {
  const faults: string[] = [];
  for (const kind of ["events", "attachments", "traces"] as const) {
    const sums = [
      await daySum(source, kind, day, onRows),
      await daySum(target, kind, day, onRows),
    ] as const;
    faults.push(...faultOf(`${kind} of ${day}`, sums));
  }
  return faults;
}

async function daySum(
  store: MoveStore,
  kind: Kind,
  day: string,
  onRows: (rows: number) => void,
): Promise<Checksum> {
  const sum = checksum();
  for await (const { items } of store[kind](day)) {
    for (const item of items) sum.add("parts" in item ? withoutOrder(item) : sorted(item));
    onRows(items.length);
  }
  return sum;
}

/** A trace's parts have no defined order. */
const withoutOrder = ({ parts, ...trace }: MovedTrace) =>
  sorted({
    ...trace,
    root: sorted(trace.summary.root),
    summary: sorted(trace.summary),
    parts: parts.map(digestOf).toSorted(),
  });

/** By name, because engines return keys in different orders. */
const sorted = (item: object) => Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1));

async function factFaults(source: MoveStore, target: MoveStore): Promise<string[]> {
  const [from, to] = [await source.facts(), await target.facts()];
  const differing = (Object.keys(from) as (keyof typeof from)[]).filter(
    (name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]),
  );
  return differing.map(
    (name) =>
      `${name}: ${JSON.stringify(from[name])} in the source, ${JSON.stringify(to[name])} in the target.`,
  );
}
