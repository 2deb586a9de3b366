import type { DayName } from "#server/domain/retention/plan.ts";

/** Files of a data folder and their state. A database manages its own files and reports none. */
export interface FileStore {
  /** Compares existing with expected files. A few milliseconds: no content is read. */
  look(now: number): Promise<FilesSeen>;
  /** Records that a check found the file intact in this state. */
  noteSound(file: FileState, now: number): Promise<void>;
  /**
   * Records that a check found the day's file damaged. It is not used until the next start sets it
   * aside.
   */
  leaveOut(day: DayName): Promise<void>;
}

export type FilesSeen = {
  /** Days whose file is missing but was not deleted by retention. */
  missing: DayName[];
  /** Days whose damaged file was set aside and still exists. */
  setAside: DayName[];
  /** Changed since they were last found intact, or not checked for a week; newest first. */
  unchecked: FileState[];
};

export type FileState = {
  /** Its name in the data folder. */
  file: string;
  path: string;
  /** For a day's file. */
  day?: { name: DayName; id: number };
  bytes: number;
  modifiedAt: number;
};

/** For a database, or a thread without files. */
export const noFiles: FileStore = {
  look: async () => ({ missing: [], setAside: [], unchecked: [] }),
  noteSound: async () => undefined,
  leaveOut: async () => undefined,
};
