import type { DatabaseSync } from "node:sqlite";
import { prepare } from "#server/storage/sqlite/statement.ts";

/** Indexes a text at once. For use inside a transaction. */
export function indexWords(writer: DatabaseSync): (issueId: number, words: string) => void {
  const put = prepare(writer, "INSERT OR REPLACE INTO issue_words (rowid, words) VALUES (?, ?)");
  const forget = prepare(writer, "DELETE FROM issue_words_due WHERE issue_id = ?");
  return (issueId, words) => {
    put.run(issueId, words);
    forget.run(issueId);
  };
}

/**
 * An issue's text may be another ten times a second, and each time a thousand pieces of it would be
 * indexed.
 */
const intervalMs = 2_000;
/** Searches read the text of each that waits. */
const mostWaiting = 250;

type WaitingWords = {
  /** Its text has changed. */
  add(issueId: number): void;
  /** To be called once a batch: indexes those that wait, where it is time. */
  indexWhenDue(): void;
};

const selectWaiting = `SELECT d.issue_id AS issueId, i.words FROM issue_words_due d JOIN issues i ON i.id = d.issue_id`;

/**
 * Lets texts wait: which ones is written in the same transaction, and a search reads them as well.
 */
export function waitingWords(writer: DatabaseSync, now = () => Date.now()): WaitingWords {
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
      if (added.size < mostWaiting && now() < nextAt) return;
      for (const { issueId, words } of waiting.all()) index(issueId, words);
      added.clear();
      nextAt = now() + intervalMs;
    },
  };
}

/** An expression's issues, and all whose text the index does not know yet. */
export const matchingWords = `SELECT id FROM (
  SELECT rowid AS id FROM issue_words
    WHERE issue_words MATCH ? AND rowid NOT IN (SELECT issue_id FROM issue_words_due)
  UNION ALL SELECT issue_id FROM issue_words_due)`;
