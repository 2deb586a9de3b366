import type { DatabaseSync } from "node:sqlite";
import { prepare } from "#server/storage/sqlite/statement.ts";

/** Indexes a text immediately. Use in a transaction. */
export function indexWords(writer: DatabaseSync): (issueId: number, words: string) => void {
  const put = prepare(writer, "INSERT OR REPLACE INTO issue_words (rowid, words) VALUES (?, ?)");
  const forget = prepare(writer, "DELETE FROM issue_words_due WHERE issue_id = ?");
  return (issueId, words) => {
    put.run(issueId, words);
    forget.run(issueId);
  };
}

/** An issue's text may change ten times a second, and each change would index a thousand pieces. */
const intervalMs = 2_000;
/** Searches read the text of each waiting issue. */
const mostWaiting = 250;

type WaitingWords = {
  /** Its text has changed. */
  add(issueId: number): void;
  /** Call once per batch: indexes waiting texts when due. */
  indexWhenDue(): void;
};

const selectWaiting = `SELECT d.issue_id AS issueId, i.words FROM issue_words_due d JOIN issues i ON i.id = d.issue_id`;

/**
 * Defers indexing. The waiting issues are recorded in the same transaction, and searches read them
 * as well.
 */
export function waitingWords(writer: DatabaseSync): WaitingWords {
  const wait = prepare(
    writer,
    "INSERT INTO issue_words_due (issue_id) VALUES (?) ON CONFLICT DO NOTHING",
  );
  const waiting = prepare<{ issueId: number; words: string }>(writer, selectWaiting);
  const index = indexWords(writer);
  const added = new Set<number>();
  let nextAt = 0;

  return {
    add(issueId) {
      wait.run(issueId);
      added.add(issueId);
    },
    indexWhenDue() {
      if (added.size < mostWaiting && Date.now() < nextAt) return;
      for (const { issueId, words } of waiting.all()) index(issueId, words);
      added.clear();
      nextAt = Date.now() + intervalMs;
    },
  };
}

/** Issues that match an expression, and all whose text is not indexed yet. */
export const matchingWords = `SELECT id FROM (
  SELECT rowid AS id FROM issue_words
    WHERE issue_words MATCH ? AND rowid NOT IN (SELECT issue_id FROM issue_words_due)
  UNION ALL SELECT issue_id FROM issue_words_due)`;
