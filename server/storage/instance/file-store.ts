import type { DayName } from "#server/domain/retention/plan.ts";

/**
 * The files of a data folder, and what has become of them. A database looks after its own: there
 * nothing is ever seen.
 */
export interface FileStore {
  /**
   * Compares the files there are with those there should be. A few milliseconds: no content is
   * read.
   */
  look(now: number): Promise<FilesSeen>;
  /** A check found the file sound as it was then. */
  noteSound(file: FileState, now: number): Promise<void>;
  /**
   * A check found the day's file damaged: it is not read or written until the next start sets it
   * aside.
   */
  leaveOut(day: DayName): Promise<void>;
}

export type FilesSeen = {
  /** Days whose file is not there, though no retention has deleted it. */
  missing: DayName[];
  /** Days of which a damaged file was set aside and is still there. */
  setAside: DayName[];
  /** Changed since they were last found sound, or for a week; the newest first. */
  unchecked: FileState[];
};

export type FileState = {
  /** Its name in the data folder. */
  file: string;
  path: string;
  /** Of a day's file. */
  day?: { name: DayName; id: number };
  bytes: number;
  modifiedAt: number;
};

/** What a database, and a thread without files, answers. */
export const noFiles: FileStore = {
  look: async () => ({ missing: [], setAside: [], unchecked: [] }),
  noteSound: async () => undefined,
  leaveOut: async () => undefined,
};
