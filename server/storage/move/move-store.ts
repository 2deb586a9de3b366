import type { ProjectId } from "#server/domain/ids.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import type { NewAttachment } from "#server/storage/attachments/attachment-store.ts";
import type { NewEvent, SpoolCursor } from "#server/storage/digest/digest-store.ts";
import type { TraceChange } from "#server/storage/traces/trace-store.ts";

/** Value of one column of one row. */
export type Cell = string | number | null | Uint8Array;

/**
 * A table in the common form of both engines: PostgreSQL's columns without those of running
 * processes.
 */
export type MovedTable = { name: string; columns: { name: string; type: string }[] };

/** Position of a walk, specific to the engine. */
export type Place = Cell[];

export type Portion<Item> = { items: Item[]; place: Place };

/** Stored in the target, in the transaction of the data that it covers. */
export type MoveProgress = {
  /** The source, without its password. */
  from: string;
  step: string;
  /** Absent before the first portion. */
  place?: Place;
};

/** Files keep their numbers, which are in URLs; other telemetry rows are renumbered. */
export type MovedAttachment = NewAttachment & { id: number };

export type MovedTrace = {
  projectId: ProjectId;
  receivedAt: number;
  summary: TraceSummary;
  parts: Uint8Array[];
};

export type MovedTelemetry = {
  events?: NewEvent[];
  attachments?: MovedAttachment[];
  /** One after the other; each contains a trace at most once. */
  traces?: TraceChange[][];
};

/** Data besides rows. Must be equal on both sides at the end. */
export type MoveFacts = {
  /** The last number assigned in each of `numberedTables`, whether or not the row still exists. */
  numbers: [table: string, last: number][];
  /** Number of a day's first traces already processed by sampling. */
  decided: [day: string, project: ProjectId, traces: number][];
  /** Days whose events have been downsampled. */
  thinned: string[];
  /** How far the folder's spool is stored. */
  cursor: SpoolCursor | null;
};

/**
 * One side of a move, and its only writer during the move. Reads return portions that can continue
 * from any position. Writes store each portion with its progress, so that an interrupted move
 * continues after the last complete portion.
 */
export interface MoveStore {
  readonly settings: {
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
  };
  /** Whether the instance has not been set up. */
  isEmpty(): Promise<boolean>;
  progress(): Promise<MoveProgress | undefined>;
  /** Deletes the rows of a new store, and marks it as incomplete. */
  begin(tables: MovedTable[], progress: MoveProgress): Promise<void>;
  count(table: MovedTable): Promise<number>;
  rows(table: MovedTable, after?: Place): AsyncGenerator<Portion<Cell[]>>;
  write(table: MovedTable, rows: Cell[][], progress: MoveProgress): Promise<void>;
  /** Oldest first. */
  days(): Promise<string[]>;
  countDay(day: string): Promise<DayCounts>;
  events(day: string, after?: Place): AsyncGenerator<Portion<NewEvent>>;
  attachments(day: string, after?: Place): AsyncGenerator<Portion<MovedAttachment>>;
  traces(day: string, after?: Place): AsyncGenerator<Portion<MovedTrace>>;
  writeDay(day: string, telemetry: MovedTelemetry, progress: MoveProgress): Promise<void>;
  facts(): Promise<MoveFacts>;
  /** Updates everything derived from the rows, and these facts. Can be repeated. */
  finish(facts: MoveFacts): Promise<void>;
  /** Removes the mark, so that a server can start. */
  complete(): Promise<void>;
  close(): Promise<void>;
}

export type DayCounts = { events: number; attachments: number; traces: number };

/** The row of `settings` that marks a store as incomplete. */
export const movingSetting = "moving";
/**
 * Rows of `settings` that are not copied: the mark, and the key, which is in a file if there is a
 * folder.
 */
export const ownSettings: readonly string[] = [movingSetting, "secret-key"];

export const encodeProgress = (progress: MoveProgress): string =>
  JSON.stringify({
    ...progress,
    place: progress.place?.map((cell) => (isBytes(cell) ? Buffer.from(cell) : cell)),
  });

export const decodeProgress = (text: string): MoveProgress =>
  JSON.parse(text, (_, value: unknown) =>
    isEncodedBytes(value) ? Buffer.from(value.data) : value,
  ) as MoveProgress;

const isBytes = (cell: Cell): cell is Uint8Array => cell instanceof Uint8Array;

function isEncodedBytes(value: unknown): value is { data: number[] } {
  return (
    typeof value === "object" && value !== null && (value as { type?: unknown }).type === "Buffer"
  );
}

/** Rows per portion; few for tables with large rows. */
export const portionRows = ({ name }: MovedTable): number =>
  name === "chunks" || name === "artifacts" ? 8 : 1_000;
/** Events or traces per portion. */
export const portionItems = 256;
export const portionAttachments = 32;

const portionBytes = 8 << 20;

/** The first rows up to one portion's bytes, because their data is held in memory. */
export function portionOf<Row>(rows: Row[], bytesOf: (row: Row) => number): Row[] {
  let bytes = 0;
  const end = rows.findIndex((row) => (bytes += bytesOf(row)) >= portionBytes);
  return end < 0 ? rows : rows.slice(0, end + 1);
}
