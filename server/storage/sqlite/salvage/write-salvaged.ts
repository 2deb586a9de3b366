import type { DatabaseSync } from "node:sqlite";
import type { NewEvent } from "#server/storage/digest/digest-store.ts";
import type { MovedTelemetry } from "#server/storage/move/move-store.ts";
import type { TraceChange } from "#server/storage/traces/trace-store.ts";
import { prepare } from "../statement.ts";
import type { Chooser, Chosen } from "./chooser.ts";
import { wholeAttachments, wholeEvents, wholeTraces } from "./whole-telemetry.ts";

/** `lost`: known content of the file besides these. Nothing may be known about a damaged page. */
type SalvagedCount = { saved: number; present: number; deleted: number; lost: number };
export type SalvagedCounts = {
  events: SalvagedCount;
  traces: SalvagedCount;
  attachments: SalvagedCount;
};

const portionItems = 2_000;
const portionBytes = 8 << 20;

/**
 * Writes portions, each complete or absent. What is written already is `present` the next time, so
 * an interrupted salvage is run again from the start.
 */
export async function writeSalvaged(
  scratch: DatabaseSync,
  choose: Chooser,
  write: (telemetry: MovedTelemetry) => Promise<void>,
  measured: Measured,
): Promise<SalvagedCounts> {
  const counted = <Item, Written>(name: string, copied: Copied<Item, Written>) =>
    countOf(scratch, name, copied);
  return {
    events: await counted("events", {
      items: wholeEvents(scratch),
      choose: choose.event,
      bytes: ({ body }: NewEvent) => body.length,
      write: (events) => write({ events }),
      measured: measured.events,
    }),
    // After the events, because a file is stored only with its event.
    attachments: await counted("attachments", {
      items: wholeAttachments(scratch),
      choose: choose.attachment,
      bytes: ({ bytes }) => bytes.length,
      write: (attachments) => write({ attachments }),
    }),
    traces: await counted("traces", {
      items: wholeTraces(scratch),
      choose: choose.trace,
      bytes: (changes: TraceChange[]) => changes.reduce((sum, { part }) => sum + part.length, 0),
      write: (traces) => write({ traces: roundsOf(traces) }),
      measured: measured.traces,
    }),
  };
}

type Copied<Item, Written> = {
  items: Iterable<Item>;
  choose: (item: Item) => Chosen<Written>;
  bytes: (written: Written) => number;
  write: (written: Written[]) => Promise<void>;
  measured?: number;
};

/** Contents of the file when last measured. */
export type Measured = { events: number; traces: number };

async function countOf<Item, Written>(
  scratch: DatabaseSync,
  name: string,
  { items, choose, bytes, write, measured = 0 }: Copied<Item, Written>,
): Promise<SalvagedCount> {
  const count = { saved: 0, present: 0, deleted: 0 };
  let [portion, size]: [Written[], number] = [[], 0];
  for (const item of items) {
    const chosen = choose(item);
    if (chosen === "present" || chosen === "deleted") count[chosen] += 1;
    if (typeof chosen === "string") continue;
    size += bytes(chosen.write);
    count.saved += 1;
    if (portion.push(chosen.write) < portionItems && size < portionBytes) continue;
    await write(portion);
    [portion, size] = [[], 0];
  }
  if (portion.length > 0) await write(portion);
  const known = Math.max(knownOf(scratch, name), measured);
  return { ...count, lost: Math.max(0, known - count.saved - count.present - count.deleted) };
}

const knownOf = (scratch: DatabaseSync, name: string): number =>
  prepare<{ known: number }>(scratch, "SELECT count(*) AS known FROM known WHERE name = ?").get(
    name,
  )!.known;

/** All first parts, then the second ones: a trace occurs once per round. */
function roundsOf(traces: TraceChange[][]): TraceChange[][] {
  const rounds = Math.max(...traces.map((parts) => parts.length));
  return Array.from({ length: rounds }, (_, round) =>
    traces.flatMap((parts) => parts[round] ?? []),
  );
}
