import type { Database } from "./database.ts";
import { type Day, type Days, telemetryDays } from "./days.ts";
import { youngDays } from "./young-days.ts";

/** A batch writes to days without partitions. */
class DaysMissing extends Error {
  readonly days: Day[];

  constructor(days: Day[]) {
    super(`No partitions yet for ${days.join(", ")}.`);
    this.days = days;
  }
}

/**
 * Maximum restarts of a batch because of its days: some may be missing, and others may have just
 * been dropped.
 */
const mostAttempts = 4;
const checkViolation = "23514";
const internalError = "XX000";

type BatchDays = {
  /** Use in the batch's transaction: aborts it if a day is missing. */
  inside: Days;
  /** Runs a batch. If days are missing, creates them and runs it again. */
  run<T>(batch: () => Promise<T>): Promise<T>;
};

/**
 * A partition is created in a separate transaction, on another connection. A caller that holds a
 * connection must not wait for a second, because all holders could wait for each other. A batch
 * that meets a day without partitions, at most once a day, is therefore rolled back and run again.
 */
export function batchDays(database: Database, days: Days): BatchDays {
  const young = youngDays(database);
  let known: Set<Day> | undefined;
  let written = new Set<Day>();

  async function mend(error: unknown): Promise<boolean> {
    if (error instanceof DaysMissing) {
      // Queried from the database, because another process may have dropped the day.
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
 * PostgreSQL reports this with the code of a CHECK violation and the constraint's name. Citus
 * forwards rows of a statement by COPY, and only keeps the message of a failure.
 */
function isWithoutPartition(error: unknown): boolean {
  const { code, constraint_name, routine } = (error ?? {}) as { [field: string]: unknown };
  if (code === internalError) return routine === "ReportCopyError";
  return code === checkViolation && constraint_name === undefined;
}
