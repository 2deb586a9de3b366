import type { Query } from "./database.ts";
import { isLostConnection, isLostTransaction } from "./lost.ts";

/** Fields of a PostgreSQL failure besides its message (section 55.8 of its manual). */
type DatabaseFailure = Error & { code: string; detail?: string; hint?: string };

const target =
  /^\s*(?:(?:CREATE|ALTER|DROP) TABLE|INSERT INTO|UPDATE|DELETE FROM)(?: IF (?:NOT )?EXISTS)? (\w+)/i;
const indexTarget = /^\s*CREATE (?:UNIQUE )?INDEX [\s\S]*? ON (\w+)/i;
/** A statement that creates a table may be long; its beginning identifies it. */
const longestStatement = 300;

/**
 * Runs one statement of a migration. Throws a message with the table, the statement, and the
 * database's detail.
 */
export async function runStep(query: Query, version: number, statement: string): Promise<void> {
  const table = tableOf(statement);
  await withFailure(
    `Migration ${version} failed${table ? ` at table ${table}` : ""}`,
    statement,
    () => query(statement),
  );
}

/** The same for any schema change. `failure`: start of the message; `effect`: its end. */
export async function withFailure(
  failure: string,
  statement: string,
  change: () => Promise<unknown>,
  effect = "Nothing was changed.",
): Promise<void> {
  try {
    await change();
  } catch (error) {
    throw isDatabaseFailure(error) ? failureOf(error, failure, statement, effect) : error;
  }
}

/** A retryable error must keep its code. */
const isDatabaseFailure = (error: unknown): error is DatabaseFailure =>
  error instanceof Error &&
  "severity" in error &&
  !isLostConnection(error) &&
  !isLostTransaction(error);

function failureOf(
  error: DatabaseFailure,
  failure: string,
  statement: string,
  effect: string,
): Error {
  const answer = [error.message, error.detail, error.hint].filter((part) => part).map(asSentence);
  return new Error(
    `${failure}. PostgreSQL responded (${error.code}): ${answer.join(" ")} ` +
      `Statement: ${shortened(statement)} ${effect}`,
    { cause: error },
  );
}

const tableOf = (statement: string): string | undefined =>
  (target.exec(statement) ?? indexTarget.exec(statement))?.[1];

const asSentence = (text = "") => (/[.?!]$/.test(text) ? text : `${text}.`);

function shortened(statement: string): string {
  const line = statement.trim().replaceAll(/\s+/g, " ");
  return line.length > longestStatement ? `${line.slice(0, longestStatement)} …` : `${line};`;
}
