import type { Database } from "./database.ts";
import { type Day, type Days, telemetryDays } from "./days.ts";
import { youngDays } from "./young-days.ts";

/** A batch writes to days that have no partitions yet. */
class DaysMissing extends Error {
  readonly days: Day[];

  constructor(days: Day[]) {
    super(`No partitions yet for ${days.join(", ")}.`);
    this.days = days;
  }
}

/**
 * So often a batch is begun again because of its days: of several some may be missing, others may
 * just have been dropped.
 */
const mostAttempts = 4;
const checkViolation = "23514";
const internalError = "XX000";

type BatchDays = {
  /** For use inside the batch's transaction: ends it when one of the days is missing. */
  inside: Days;
  /** Runs a batch, and once more when days were missing, which are made in between. */
  run<T>(batch: () => Promise<T>): Promise<T>;
};

/**
 * A partition is made in a transaction of its own, on another connection; one that holds a
 * connection already must not wait for a second, or those who hold all there are would wait for
 * each other. So a batch that meets a day without partitions, once a day at most, is undone and run
 * again.
 */
export function batchDays(database: Database, days: Days): BatchDays {
  const young = youngDays(database);
  let known: Set<Day> | undefined;
  let written = new Set<Day>();

  async function mend(error: unknown): Promise<boolean> {
    if (error instanceof DaysMissing) {
      // Asked of the database and not of what this process remembers: another may have dropped the
      // day.
      await telemetryDays(database).ensure(error.days);
      for (const day of error.days) known?.add(day);
      return true;
    }
    if (!isWithoutPartition(error)) return false;
    known = new Set();
    return true;
  }

  return {
    inside: {
      ...days,
      async ensure(wanted) {
        const asked = new Set(wanted);
        const missing = [...asked].filter((day) => !known?.has(day));
        if (missing.length > 0) throw new DaysMissing(missing);
        for (const day of asked) written.add(day);
      },
    },
    async run(batch) {
      known ??= new Set(await days.list());
      for (let attempt = 1; ; attempt++) {
        try {
          written = new Set();
          const result = await batch();
          young.wrote(written);
          return result;
        } catch (error) {
          if (attempt === mostAttempts || !(await mend(error))) throw error;
        }
      }
    },
  };
}

/**
 * PostgreSQL says so with the code of a broken CHECK, of which it names the constraint. A cluster
 * sends rows of one statement on by COPY, and of a failure there it keeps the words alone.
 */
function isWithoutPartition(error: unknown): boolean {
  const { code, constraint_name, routine } = (error ?? {}) as { [field: string]: unknown };
  if (code === internalError) return routine === "ReportCopyError";
  return code === checkViolation && constraint_name === undefined;
}
