import type { DatabaseSync } from "node:sqlite";
import { constants, zstdCompressSync } from "node:zlib";
import { hourOf } from "#server/domain/time.ts";
import { isInEventShare, worthKeeping } from "#server/domain/retention/worth.ts";
import { inflate } from "#server/storage/layout/packs.ts";
import type { RetentionStore } from "#server/storage/retention/retention-store.ts";
import { atOnce } from "#server/storage/sqlite/at-once.ts";
import type { Day, DayFile } from "#server/storage/sqlite/day-file.ts";
import type { DayFiles } from "#server/storage/sqlite/day-files.ts";
import { idText } from "#server/storage/events/row.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import type { BetweenBatches } from "./trace-thin.sqlite.ts";

const params = { [constants.ZSTD_c_compressionLevel]: 3 };

/**
 * Zeroes bodies in a pack, which compress to nothing; a pack without other bodies is deleted. Use
 * in a transaction.
 */
function blankBodies(
  database: DatabaseSync,
  packId: number,
  bodies: { offset: number; length: number }[],
): void {
  const pack = prepare<{ frame: Uint8Array; raw_bytes: number }>(
    database,
    "SELECT frame, raw_bytes FROM packs WHERE id = ?",
  ).get(packId);
  if (!pack) return;
  const raw = inflate(pack.frame, pack.raw_bytes);
  for (const { offset, length } of bodies) raw.fill(0, offset, offset + length);
  if (raw.every((byte) => byte === 0))
    prepare(database, "DELETE FROM packs WHERE id = ?").run(packId);
  else
    prepare(database, "UPDATE packs SET frame = ? WHERE id = ?").run(
      zstdCompressSync(raw, { params }),
      packId,
    );
}

type Row = {
  id: number;
  project_id: number;
  issue_id: number;
  event_id: Uint8Array;
  received_at: number;
  pack_id: number;
  offset: number;
  length: number;
};

/** The digest waits during a slice. A slice ends with a pack, so that each is written once. */
const sliceMs = 10;
const rowsAtOnce = 1_024;
/** As many as a recommendation considers (events/picks.sqlite.ts). */
const newestWeighed = 100;

const select = `SELECT id, project_id, issue_id, event_id, received_at, pack_id, offset, length FROM events
  WHERE id > ? ORDER BY id LIMIT ?`;
const say =
  "INSERT INTO event_thinning (only, decided, ended) VALUES (1, ?1, ?2) ON CONFLICT DO UPDATE SET decided = ?1, ended = ?2";
const setOutcomes = `INSERT INTO ledger (project_id, hour, outcome, category, reason, quantity)
  VALUES (?, ?, 'thinned', 'error', 'size limit', ?) ON CONFLICT DO UPDATE SET quantity = excluded.quantity`;

/**
 * Walks a day's events in pack order and records progress in the file. Deleted bodies are zeroed in
 * their pack, as with traces; nothing else moves. Outcomes are set to the file's totals, so
 * repeating it counts once.
 */
export function thinEvents(
  writer: DatabaseSync,
  files: DayFiles,
  between: BetweenBatches,
): RetentionStore["thinEvents"] {
  const set = prepare(writer, setOutcomes);
  const note = prepare(
    writer,
    `INSERT INTO retention_acts (at, kind, day, bytes, events, traces, ended_at) VALUES (?1, 'thinned', ?2, 0, ?3, 0, ?1)`,
  );

  function count(file: DayFile, now: number): void {
    const hours = prepare<{ project_id: number; hour: number; events: number }>(
      file.database,
      "SELECT project_id, hour, events FROM thinned_events",
    ).all();
    for (const { project_id, hour, events } of hours) set.run(project_id, hour, events);
    const gone = hours.reduce((sum, { events }) => sum + events, 0);
    if (gone > 0) note.run(now, file.day, gone);
  }

  return (day: Day, share, now) =>
    between(() => {
      const file = files.open(day);
      if (!file || hasEnded(file)) return false;
      const isDone = atOnce(file.database, () => thinSlice(file.database, share));
      if (isDone) count(file, now);
      if (isDone) prepare(file.database, "UPDATE event_thinning SET ended = 1").run();
      return !isDone;
    });
}

const hasEnded = ({ database }: DayFile): boolean =>
  prepare(database, "SELECT 1 FROM event_thinning WHERE ended = 1").get() !== undefined;

/** True at the end of the day. */
function thinSlice(database: DatabaseSync, share: number): boolean {
  const startedAt = performance.now();
  const decided =
    prepare<{ decided: number }>(database, "SELECT decided FROM event_thinning").get()?.decided ??
    -1;
  const rows = prepare<Row>(database, select).all(decided, rowsAtOnce);
  const keeps = keeper(database, share);
  const packs = [...Map.groupBy(rows, ({ pack_id }) => pack_id).values()];
  // The last pack may continue after the rows read.
  const whole = packs.length > 1 && rows.length === rowsAtOnce ? packs.slice(0, -1) : packs;
  let last = decided;
  for (const pack of whole) {
    remove(
      database,
      pack,
      pack.filter((row) => !keeps(row)),
    );
    last = Math.max(last, pack.at(-1)!.id);
    if (performance.now() - startedAt > sliceMs) break;
  }
  prepare(database, say).run(last, 0);
  return rows.length < rowsAtOnce && last === (rows.at(-1)?.id ?? decided);
}

/** Queried once per issue and slice. Events deleted earlier were not worth keeping. */
function keeper(database: DatabaseSync, share: number): (row: Row) => boolean {
  const of = "FROM events WHERE issue_id = ? ORDER BY received_at";
  const first = prepare<{ id: number }>(database, `SELECT id ${of}, event_id LIMIT 1`);
  const newest = prepare<{ id: number; richness: number }>(
    database,
    `SELECT id, richness ${of} DESC, event_id DESC LIMIT ${newestWeighed}`,
  );
  const worth = new Map<number, Set<number>>();
  return ({ id, issue_id, event_id }) => {
    const kept = worth.get(issue_id) ?? worthKeeping(first.get(issue_id)!.id, newest.all(issue_id));
    worth.set(issue_id, kept);
    return kept.has(id) || isInEventShare(idText(event_id), share);
  };
}

function remove(database: DatabaseSync, pack: Row[], gone: Row[]): void {
  if (gone.length === 0) return;
  blankBodies(database, pack[0]!.pack_id, gone);
  const removeOne = prepare(database, "DELETE FROM events WHERE id = ?");
  const count = prepare(
    database,
    "INSERT INTO thinned_events (project_id, hour, events) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET events = events + 1",
  );
  for (const { id, project_id, received_at } of gone) {
    removeOne.run(id);
    count.run(project_id, hourOf(received_at));
  }
}
