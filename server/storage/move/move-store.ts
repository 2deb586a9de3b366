import type { ProjectId } from "#server/domain/ids.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import type { NewAttachment } from "#server/storage/attachments/attachment-store.ts";
import type { NewEvent, SpoolCursor } from "#server/storage/digest/digest-store.ts";
import type { TraceChange } from "#server/storage/traces/trace-store.ts";

/** What one column of one row holds. */
export type Cell = string | number | null | Uint8Array;

/**
 * A table in the form that both engines agree on: PostgreSQL's columns, but for those that say what
 * a process is doing.
 */
export type MovedTable = { name: string; columns: { name: string; type: string }[] };

/** Up to where a walk has come, in the walked engine's own terms. */
export type Place = Cell[];

export type Portion<Item> = { items: Item[]; place: Place };

/** Kept in the target, in the transaction of what it speaks of. */
export type MoveProgress = {
  /** What is moved, without its password. */
  from: string;
  step: string;
  /** Absent before the first portion. */
  place?: Place;
};

/**
 * Files keep their numbers, which are in the addresses of their pages; other rows of telemetry are
 * numbered again.
 */
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
  /** One after the other; each has a trace at most once. */
  traces?: TraceChange[][];
};

/** What is no row: read on both sides, it must be the same in the end. */
export type MoveFacts = {
  /**
   * The last number that each of `numberedTables` has given, whether that row is there still or
   * not.
   */
  numbers: [table: string, last: number][];
  /** Of how many traces of a day, its first ones, it is decided already that they stay. */
  decided: [day: string, project: ProjectId, traces: number][];
  /** Days whose events have been thinned. */
  thinned: string[];
  /** Where the folder's spool is stored to. */
  cursor: SpoolCursor | null;
};

/**
 * One side of a move, and its only writer meanwhile. Reading goes in portions that may be gone on
 * from at any place; writing keeps each portion's progress with it, so that a move that was cut
 * short continues after the last whole portion.
 */
export interface MoveStore {
  readonly settings: {
    get(name: string): Promise<string | undefined>;
    set(name: string, value: string): Promise<void>;
  };
  /** Has anyone set it up? */
  isEmpty(): Promise<boolean>;
  progress(): Promise<MoveProgress | undefined>;
  /** Removes what an engine puts into a new store by itself, and marks it as half moved. */
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
  /**
   * Brings everything that follows from the rows, and these, to what it must be. May be done again.
   */
  finish(facts: MoveFacts): Promise<void>;
  /** Takes away the mark: from now on a server may start. */
  complete(): Promise<void>;
  close(): Promise<void>;
}

export type DayCounts = { events: number; attachments: number; traces: number };

/** The row of `settings` that says of a store that it is half of one. */
export const movingSetting = "moving";
/**
 * Rows of `settings` that are not copied: the mark, and the key, which is in a file where there is
 * a folder.
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

/** Rows of a portion; of what may be large by the row, few. */
export const portionRows = ({ name }: MovedTable): number =>
  name === "chunks" || name === "artifacts" ? 8 : 1_000;
/** Events or traces of a portion. */
export const portionItems = 256;
export const portionAttachments = 32;

const portionBytes = 8 << 20;

/**
 * The first of these rows, up to the one that makes it a portion's worth of bytes: what they lead
 * to is held in memory.
 */
export function portionOf<Row>(rows: Row[], bytesOf: (row: Row) => number): Row[] {
  let bytes = 0;
  const end = rows.findIndex((row) => (bytes += bytesOf(row)) >= portionBytes);
  return end < 0 ? rows : rows.slice(0, end + 1);
}
