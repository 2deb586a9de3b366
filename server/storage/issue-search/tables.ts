import { inSqlite } from "#server/storage/column-types.ts";
import { byDialect, raw } from "#server/storage/sql.ts";
import type { Tables } from "#server/storage/table.ts";

export const issueSearchTables: Tables = {
  /** The searched text of issues, as trigrams. */
  issue_words: {
    rows: "with their issue",
    splitBy: "project_id",
    // The target has its own words.
    refersTo: { issue: { onMerge: "keep", onDelete: "delete" } },
    make: byDialect(
      raw(`
CREATE VIRTUAL TABLE issue_words USING fts5 (
  words, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1'
);`),
      raw(`
CREATE TABLE issue_words (
  project_id bigint NOT NULL,
  issue_id bigint NOT NULL,
  words text COLLATE "C" NOT NULL,
  PRIMARY KEY (project_id, issue_id)
);
CREATE INDEX issue_words_by_piece ON issue_words USING gin (project_id, words gin_trgm_ops);`),
    ),
  },
  issue_word_pieces: {
    rows: "a view of the index of words",
    isMoved: false,
    make: inSqlite(`
CREATE VIRTUAL TABLE issue_word_pieces USING fts5vocab (issue_words, row);`),
  },
  /** Issues whose text has changed since it was indexed. */
  issue_words_due: {
    rows: "with their issue",
    isMoved: false,
    make: inSqlite(`
CREATE TABLE issue_words_due (
  issue_id INTEGER PRIMARY KEY REFERENCES issues ON DELETE CASCADE
) STRICT;`),
  },
};
