import { DatabaseSync } from "node:sqlite";
import { isDamageError } from "./damaged-days.ts";

const patienceMs = 5_000;

/**
 * Reads every page of a database file, even while it is written, and returns the damage; undefined
 * if it is intact. Throws if the file can't be read for another reason (locked, deleted in the
 * meantime).
 */
export function damageOf(path: string): string | undefined {
  try {
    using database = new DatabaseSync(path, { readOnly: true, timeout: patienceMs });
    const [first] = database.prepare("PRAGMA quick_check(1)").all() as { quick_check: string }[];
    return first?.quick_check === "ok" ? undefined : String(first?.quick_check);
  } catch (error) {
    if (isDamageError(error)) return (error as Error).message;
    throw error;
  }
}
