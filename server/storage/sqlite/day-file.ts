import { randomInt } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "node:sqlite";
import { durable } from "./connections.ts";
import {
  type AttachmentStatements,
  attachmentStatements,
} from "#server/storage/attachments/statements.sqlite.ts";
import { type EventStatements, eventStatements } from "#server/storage/events/statements.sqlite.ts";
import { readTags } from "#server/storage/events/event-tags.ts";
import { dayFormat, newestOf } from "#server/storage/formats.ts";
import { checkedVersion, migrate } from "./migrate.ts";
import {
  type TermStatements,
  termStatements,
} from "#server/storage/trace-search/term-statements.sqlite.ts";
import { type TraceStatements, traceStatements } from "#server/storage/traces/statements.sqlite.ts";
import {
  type ThinStatements,
  thinStatements,
} from "#server/storage/retention/trace-thin-statements.sqlite.ts";

/** A UTC day, `2026-11-21`: sorts by time, and names its file. */
export type Day = string;

/** One day of telemetry: an open file and its prepared statements. */
export type DayFile = EventStatements & {
  day: Day;
  database: DatabaseSync;
  traces: TraceStatements;
  terms: TermStatements;
  thinning: ThinStatements;
  attachments: AttachmentStatements;
};

const patienceMs = 5_000;
const pageCacheKib = 1_024;
/** Event IDs are random: with fewer checkpoints, each rewrite of a page serves more inserts. */
const checkpointPages = 4_000;

const settings = `PRAGMA cache_size = -${pageCacheKib}; PRAGMA temp_store = MEMORY; PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = ${checkpointPages};`;

/** Opens the file, creating or upgrading it if needed. */
export function makeDayFile(folder: string, day: Day): DayFile {
  const path = pathOf(folder, day);
  const database = new DatabaseSync(path, { timeout: patienceMs });
  nameIfNew(database);
  migrate(durable(database), dayFormat, path);
  return prepared(database, day);
}

/**
 * Before WAL mode, so that its header has the ID immediately. Its space can be returned
 * (`connections.ts`).
 */
function nameIfNew(database: DatabaseSync): void {
  const { page_count } = database.prepare("PRAGMA page_count").get() as { page_count: number };
  if (page_count > 0) return;
  database.exec(
    `PRAGMA auto_vacuum = INCREMENTAL; PRAGMA application_id = ${randomInt(1, 2 ** 31)}`,
  );
}

/** Distinguishes this file from another of the same day. */
export const idOf = ({ database }: DayFile): number =>
  (database.prepare("PRAGMA application_id").get() as { application_id: number }).application_id;

/**
 * Opens a file that existed a moment ago; undefined if retention deleted it, or its creator has
 * only created it so far.
 */
export function openDayFile(folder: string, day: Day, readonly: boolean): DayFile | undefined {
  const path = pathOf(folder, day);
  const database = openExisting(path, readonly);
  if (!database) return undefined;
  try {
    const version = checkedVersion(database, dayFormat, path);
    if (version === 0 || (readonly && version < newestOf(dayFormat))) return closed(database);
    migrate(database, dayFormat, path);
    return prepared(database, day);
  } catch (error) {
    closed(database);
    throw error;
  }
}

function closed(database: DatabaseSync): undefined {
  database.close();
}

const pathOf = (folder: string, day: Day) => join(folder, `${day}.db`);

function openExisting(path: string, readonly: boolean): DatabaseSync | undefined {
  try {
    // `mode=rw`: unlike a plain open, it doesn't recreate a file that was just deleted.
    const url = new URL(`${pathToFileURL(path).href}?mode=${readonly ? "ro" : "rw"}`);
    return new DatabaseSync(url, { timeout: patienceMs, readOnly: readonly });
  } catch (error) {
    if ((error as { errcode?: number }).errcode === cannotOpenErrorCode) return undefined;
    throw error;
  }
}

const cannotOpenErrorCode = 14;

function prepared(database: DatabaseSync, day: Day): DayFile {
  database.exec(settings);
  database.function("tags_json", { deterministic: true }, (tags) =>
    JSON.stringify(readTags(String(tags))),
  );
  return {
    day,
    database,
    ...eventStatements(database),
    traces: traceStatements(database),
    terms: termStatements(database),
    thinning: thinStatements(database),
    attachments: attachmentStatements(database),
  };
}
