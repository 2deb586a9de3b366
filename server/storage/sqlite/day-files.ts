import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { dayOf } from "#server/domain/time.ts";
import { telemetryFolder } from "./connections.ts";
import {
  damagedError,
  markDamaged,
  markedDays,
  isDamageError,
  watchedFile,
} from "./damaged-days.ts";
import { type Day, type DayFile, idOf, makeDayFile, openDayFile } from "./day-file.ts";

export { dayOf };

/**
 * The telemetry folder. Other processes add and delete files at any time, so each walk lists it
 * again.
 */
export type DayFiles = {
  /** Newest first. */
  days(): Day[];
  /** Undefined if the file is gone or not ready. */
  open(day: Day): DayFile | undefined;
  /** False for a file that was found damaged. */
  isWhole(day: Day): boolean;
  /** For the single writer. */
  make(day: Day): DayFile;
  /** For a file that a check found damaged: from now on, neither of the two above returns it. */
  leaveOut(day: Day): void;
  close(): void;
};

type DayFileEvents = {
  /** Called once per day whose file is damaged. */
  onDamaged?: ((day: Day) => void) | undefined;
  /** Called for each file opened for writing, while the batch's transaction of spoor.db is open. */
  onMade?: (day: Day, id: number) => void;
};

/**
 * `inode`: of the opened file, to detect whether another one has replaced it. A file in use keeps
 * its inode.
 */
type Opened = { file: DayFile; inode: number | undefined };

/** A month's retention and some more: opening a file costs 0.5 ms, and an open one 0.1 MB. */
const mostOpenFiles = 40;
/**
 * A deleted file keeps its space until the last handle is closed, so idle threads must check, too.
 */
const lookEveryMs = 60_000;
const fileName = /^(\d{4}-\d{2}-\d{2})\.db$/;

/** No thread reads a damaged day, which has a mark next to it. */
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

  /** A file deleted while in use also reads as damaged, and says nothing about its replacement. */
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
      if (!isDamageError(error)) throw error;
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

  // Insertion order is order of use: the first was used longest ago.
  const opened = new Map<Day, Opened>();
  const looking = setInterval(() => look(), lookEveryMs).unref();

  function look(): Day[] {
    const days = daysIn(telemetry);
    closeDeleted(opened, days);
    for (const day of markedDays(telemetry)) leaveOut(day);
    return days;
  }

  function use(day: Day, open: (day: Day) => Opened | undefined): DayFile | undefined {
    // Writes to a deleted file are lost, and its contents are outdated.
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
      // Writes to a damaged file would be lost with it. They wait until it has been set aside.
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

/** Days with a file, newest first. */
export function daysIn(telemetry: string): Day[] {
  if (!existsSync(telemetry)) return [];
  const days = readdirSync(telemetry).flatMap((name) => fileName.exec(name)?.[1] ?? []);
  return days.toSorted().toReversed();
}

// A batch with many days keeps their files open until it is committed.
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
