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

const endings = ["", "-wal", "-shm"];
const mark = /^(\d{4}-\d{2}-\d{2})\.damaged$/;

/** Remembers beside the file that it is damaged: while others have it open it can only be left alone. */
export function markDamaged(telemetry: string, day: Day): void {
  try {
    writeFileSync(join(telemetry, `${day}.damaged`), "");
  } catch {
    // On a disk that takes nothing it is found again.
  }
}

/**
 * Renames marked files to `DAY.db.damaged`, before anybody has opened one; a new one is made for what comes of that day from then
 * on. Returns their days.
 */
export function setAsideMarked(telemetry: string): Day[] {
  if (!existsSync(telemetry)) return [];
  const days = readdirSync(telemetry).flatMap((name) => mark.exec(name)?.[1] ?? []);
  for (const day of days) {
    const from = join(telemetry, `${day}.db`);
    for (const ending of endings) if (existsSync(from + ending)) renameSync(from + ending, `${from}.damaged${ending}`);
    rmSync(join(telemetry, `${day}.damaged`), { force: true });
  }
  return days;
}

/** The same statements, which tell when they come upon damage. */
export function watchedStatements<Row>(statement: Statement<Row>, onDamage: () => void): Statement<Row> {
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
