import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Day } from "./day-file.ts";
import type { Statement } from "./statement.ts";

// https://sqlite.org/rescode.html: SQLITE_CORRUPT, SQLITE_NOTADB
const damagedCodes = new Set([11, 26]);

/** Whether an error says that a file is not what was written to it. */
export function saysDamaged(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: number };
  return errcode !== undefined && damagedCodes.has(errcode & 0xff);
}

/** As SQLite's own (SQLITE_CORRUPT), so that what it stops waits and is tried again. */
export const damagedError = (file: string): Error =>
  Object.assign(new Error(`${file} is damaged.`), { errcode: 11 });

const endings = ["", "-wal", "-shm"];
const mark = /^(\d{4}-\d{2}-\d{2})\.damaged$/;

/**
 * Remembers beside the file that it is damaged: while others have it open it can only be left
 * alone.
 */
export function markDamaged(telemetry: string, day: Day): void {
  try {
    writeFileSync(join(telemetry, `${day}.damaged`), "");
  } catch {
    // On a disk that takes nothing it is found again.
  }
}

/** Days that some thread has found to be damaged, while their files are in use. */
export function markedDays(telemetry: string): Day[] {
  if (!existsSync(telemetry)) return [];
  return readdirSync(telemetry).flatMap((name) => mark.exec(name)?.[1] ?? []);
}

const setAsideName = /^(\d{4}-\d{2}-\d{2})\.db\.damaged(?:-\d+)?$/;

/** The files that were set aside, oldest first, by their names in the telemetry folder. */
export function setAsideFiles(telemetry: string): { day: Day; name: string }[] {
  if (!existsSync(telemetry)) return [];
  const found = readdirSync(telemetry).flatMap((name) => {
    const day = setAsideName.exec(name)?.[1];
    return day === undefined ? [] : [{ day, name }];
  });
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Renames marked files to `DAY.db.damaged`, before anyone has opened one; a new one is made for
 * what comes of that day from then on. Returns their days.
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

/** A day can be damaged twice: the first file may still hold unsaved data. */
function freeName(path: string): string {
  for (let n = 2, name = path; ; n++) {
    if (!existsSync(name)) return name;
    name = `${path}-${n}`;
  }
}

/** The same statements, which tell when they come upon damage. */
function watchedStatements<Row>(statement: Statement<Row>, onDamage: () => void): Statement<Row> {
  const watched =
    <Words extends unknown[], Answer>(run: (...words: Words) => Answer) =>
    (...words: Words): Answer => {
      try {
        return run(...words);
      } catch (error) {
        if (saysDamaged(error)) onDamage();
        throw error;
      }
    };
  return { get: watched(statement.get), all: watched(statement.all), run: watched(statement.run) };
}

/** An open file whose statements tell of damage, those in its groups of statements too. */
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
