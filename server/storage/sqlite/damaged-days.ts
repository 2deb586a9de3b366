import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Day } from "./day-file.ts";
import type { Statement } from "./statement.ts";

// SQLITE_CORRUPT and SQLITE_NOTADB (https://sqlite.org/rescode.html)
const damagedCodes = new Set([11, 26]);

/** Whether an error means that a file is damaged. */
export function isDamageError(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: number };
  return errcode !== undefined && damagedCodes.has(errcode & 0xff);
}

/** Like SQLITE_CORRUPT, so that callers wait and retry. */
export const damagedError = (file: string): Error =>
  Object.assign(new Error(`${file} is damaged.`), { errcode: 11 });

const endings = ["", "-wal", "-shm"];
const mark = /^(\d{4}-\d{2}-\d{2})\.damaged$/;

/**
 * Records next to the file that it is damaged. While others have it open, it can only be left
 * alone.
 */
export function markDamaged(telemetry: string, day: Day): void {
  try {
    writeFileSync(join(telemetry, `${day}.damaged`), "");
  } catch {
    // If the disk accepts no writes, the damage is found again later.
  }
}

/** Days found damaged by a thread while their files are in use. */
export function markedDays(telemetry: string): Day[] {
  if (!existsSync(telemetry)) return [];
  return readdirSync(telemetry).flatMap((name) => mark.exec(name)?.[1] ?? []);
}

const setAsideName = /^(\d{4}-\d{2}-\d{2})\.db\.damaged(?:-\d+)?$/;

/** Files that were set aside, oldest first, by name in the telemetry folder. */
export function setAsideFiles(telemetry: string): { day: Day; name: string }[] {
  if (!existsSync(telemetry)) return [];
  const found = readdirSync(telemetry).flatMap((name) => {
    const day = setAsideName.exec(name)?.[1];
    return day === undefined ? [] : [{ day, name }];
  });
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Renames marked files to `DAY.db.damaged` before any is opened. A new file receives further data
 * of that day. Returns the days.
 */
export function setAsideMarked(telemetry: string): Day[] {
  const days = markedDays(telemetry);
  for (const day of days) {
    const from = join(telemetry, `${day}.db`);
    const to = freeName(`${from}.damaged`);
    for (const ending of endings)
      if (existsSync(from + ending)) renameSync(from + ending, to + ending);
    rmSync(join(telemetry, `${day}.damaged`), { force: true });
  }
  return days;
}

/** A day can be damaged twice; the first file may still hold data to recover. */
function freeName(path: string): string {
  for (let n = 2, name = path; ; n++) {
    if (!existsSync(name)) return name;
    name = `${path}-${n}`;
  }
}

/** The same statements, reporting damage. */
function watchedStatements<Row>(statement: Statement<Row>, onDamage: () => void): Statement<Row> {
  const watched =
    <Words extends unknown[], Answer>(run: (...words: Words) => Answer) =>
    (...words: Words): Answer => {
      try {
        return run(...words);
      } catch (error) {
        if (isDamageError(error)) onDamage();
        throw error;
      }
    };
  return { get: watched(statement.get), all: watched(statement.all), run: watched(statement.run) };
}

/** An open file whose statements, including grouped ones, report damage. */
export function watchedFile<File extends object>(file: File, onDamage: () => void): File {
  const watched = Object.entries(file).map(([name, value]) => {
    if (isStatement(value)) return [name, watchedStatements(value, onDamage)];
    return [name, isGroup(value) ? watchedFile(value, onDamage) : value];
  });
  return Object.fromEntries(watched) as File;
}

const isStatement = (value: unknown): value is Statement<unknown> =>
  typeof value === "object" && value !== null && "get" in value && "all" in value && "run" in value;
const isGroup = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.values(value).some(isStatement);
