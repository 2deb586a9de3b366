import { DatabaseSync, type StatementSync } from "node:sqlite";

/** Number of search shapes in use at a time, and of statements per text. */
const mostKept = 200;

/**
 * A connection that compiles each text once. A list's query depends on its filter, with a few
 * recurring shapes: compiling its two statements took 10% of the issue list's CPU time (measured,
 * fifty rows). Statements are shared, so only `all` and `get`, which never leave a result half
 * read.
 */
export class RememberingDatabase extends DatabaseSync {
  readonly #statements = new Map<string, StatementSync>();

  override prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? super.prepare(sql);
    // Reinserted, so that the least recently used is evicted first.
    this.#statements.delete(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > mostKept)
      this.#statements.delete(this.#statements.keys().next().value!);
    return statement;
  }
}
