import { DatabaseSync, type StatementSync } from "node:sqlite";

/** Shapes of searches that are in use at a time, and all that is asked with one text. */
const mostKept = 200;

/**
 * A connection that compiles a text once. What a list asks differs with its filter, in a few shapes
 * that come again and again: compiling its two statements took a tenth of the processor time of the
 * issue list's data (measured, fifty rows). Statements are shared: `all` and `get` alone, nothing
 * that is left half read.
 */
export class RememberingDatabase extends DatabaseSync {
  readonly #statements = new Map<string, StatementSync>();

  override prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? super.prepare(sql);
    // The last used is the last to go.
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > mostKept)
      this.#statements.delete(this.#statements.keys().next().value!);
    return statement;
  }
}
