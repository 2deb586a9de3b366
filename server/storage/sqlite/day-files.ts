import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { telemetryFolder } from "./connections.ts";
import { damagedError, markDamaged, markedDays, saysDamaged, watchedFile } from "./damaged-days.ts";
import { type Day, type DayFile, idOf, makeDayFile, openDayFile } from "./day-file.ts";

export const dayOf = (timeMs: number): Day => new Date(timeMs).toISOString().slice(0, 10);

/**
 * The telemetry folder. Other processes add and delete files at any time, so it is listed again for
 * each walk.
 */
export type DayFiles = {
  /** Newest first. */
  days(): Day[];
  /** Undefined when the file is gone or not ready. */
  open(day: Day): DayFile | undefined;
  /** False of a file that was found damaged. */
  isWhole(day: Day): boolean;
  /** For the one writer. */
  make(day: Day): DayFile;
  /**
   * For a file that a check found damaged: from now on neither of the two above gives it to anyone.
   */
  leaveOut(day: Day): void;
  close(): void;
};

type DayFileEvents = {
  /** Told once of each day whose file turns out to be damaged. */
  onDamaged?: ((day: Day) => void) | undefined;
  /**
   * Told of each file that is opened to be written to, while the batch's transaction of spoor.db is
   * open.
   */
  onMade?: (day: Day, id: number) => void;
};

/**
 * `inode`: of the file that was opened, which tells whether another one has taken its name. A file
 * in use keeps its own.
 */
type Opened = { file: DayFile; inode: number | undefined };

/** A month's retention and some more: opening a file costs 0.5 ms, an open one 0.1 MB. */
const mostOpenFiles = 40;
/**
 * A deleted file keeps its space until the last handle goes; who reads nothing for long has to look
 * all the same.
 */
const lookEveryMs = 60_000;
const fileName = /^(\d{4}-\d{2}-\d{2})\.db$/;

/** No thread reads a damaged day: its mark is beside it. */
export function dayFiles(
  folder: string,
  readonly: boolean,
  { onDamaged, onMade }: DayFileEvents = {},
): DayFiles {
  const telemetry = telemetryFolder(folder);
  const damaged = new Set<Day>();

  function leaveOut(day: Day): void {
    if (damaged.has(day)) return;
    damaged.add(day);
    if (!readonly) markDamaged(telemetry, day);
    onDamaged?.(day);
  }

  /**
   * A file that was deleted while it was in use reads as damaged, too, and says nothing about the
   * one that has its name now.
   */
  function onDamage(day: Day, inode: number | undefined): void {
    if (inodeOf(telemetry, day) === inode) leaveOut(day);
  }

  function openUnlessDamaged(day: Day): Opened | undefined {
    if (damaged.has(day)) return undefined;
    const inode = inodeOf(telemetry, day);
    try {
      const file = openDayFile(telemetry, day, readonly);
      return file && { file: watchedFile(file, () => onDamage(day, inode)), inode };
    } catch (error) {
      if (!saysDamaged(error)) throw error;
      onDamage(day, inode);
      return undefined;
    }
  }

  function makeFile(day: Day): Opened {
    const file = makeDayFile(telemetry, day);
    const inode = inodeOf(telemetry, day);
    onMade?.(day, idOf(file));
    return { file: watchedFile(file, () => onDamage(day, inode)), inode };
  }

  // Insertion order is order of use: the first one is the one that was used longest ago.
  const opened = new Map<Day, Opened>();
  const looking = setInterval(() => look(), lookEveryMs).unref();

  function look(): Day[] {
    const days = daysIn(telemetry);
    closeDeleted(opened, days);
    for (const day of markedDays(telemetry)) leaveOut(day);
    return days;
  }

  function use(day: Day, open: (day: Day) => Opened | undefined): DayFile | undefined {
    // What is written into a deleted file is lost, and what is read from it is no longer true.
    const known = opened.get(day);
    if (known && !known.file.database.isTransaction && known.inode !== inodeOf(telemetry, day))
      close(opened, day);
    const found = opened.get(day) ?? open(day);
    if (!found) return undefined;
    opened.delete(day);
    opened.set(day, found);
    closeOldest(opened, day);
    return found.file;
  }

  return {
    days() {
      const days = look();
      return damaged.size === 0 ? days : days.filter((day) => !damaged.has(day));
    },
    isWhole: (day) => !damaged.has(day),
    open: (day) => (damaged.has(day) ? undefined : use(day, openUnlessDamaged)),
    make(day) {
      // What is written into a damaged file is lost with it: it waits until the file has been set
      // aside.
      if (damaged.has(day)) throw damagedError(`telemetry/${day}.db`);
      return use(day, makeFile)!;
    },
    leaveOut,
    close() {
      clearInterval(looking);
      for (const { file } of opened.values()) file.database.close();
      opened.clear();
    },
  };
}

/** The days that have a file, newest first. */
export function daysIn(telemetry: string): Day[] {
  if (!existsSync(telemetry)) return [];
  const days = readdirSync(telemetry).flatMap((name) => fileName.exec(name)?.[1] ?? []);
  return days.toSorted().toReversed();
}

// A batch of many days keeps them all open until it is committed.
function closeOldest(opened: Map<Day, Opened>, inUse: Day): void {
  for (const [day, { file }] of opened) {
    if (opened.size <= mostOpenFiles || day === inUse) return;
    if (!file.database.isTransaction) close(opened, day);
  }
}

function closeDeleted(opened: Map<Day, Opened>, days: Day[]): void {
  const present = new Set(days);
  for (const [day, { file }] of opened)
    if (!present.has(day) && !file.database.isTransaction) close(opened, day);
}

const inodeOf = (telemetry: string, day: Day): number | undefined =>
  statSync(join(telemetry, `${day}.db`), { throwIfNoEntry: false })?.ino;

function close(opened: Map<Day, Opened>, day: Day): void {
  opened.get(day)?.file.database.close();
  opened.delete(day);
}
