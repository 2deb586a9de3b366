import type { DatabaseSync } from "node:sqlite";
import { prepare } from "#server/storage/sqlite/statement.ts";

/**
 * The trigram index of issue search (FTS5 without content or positions). A word is covered by
 * three-letter pieces. An issue with all pieces may contain the word; `instr` on its text decides.
 * Overlapping pieces would add little and cost a list each. A word of one or two letters uses all
 * pieces that start with it: the text ends in padding, so that its last letters also start a piece.
 */
const pieceLength = 3;

/** A short word with more pieces than this is not selective. */
const mostPieces = 200;

/** An FTS5 expression for the words, or undefined if none is selective. */
export function matchOf(
  words: string[],
  piecesFrom: (word: string) => string[],
): string | undefined {
  const terms = words
    .map((word) => word.toLowerCase())
    .flatMap((word) => termsOf(word, piecesFrom));
  return terms.length === 0 ? undefined : [...new Set(terms)].join(" AND ");
}

function termsOf(word: string, piecesFrom: (word: string) => string[]): string[] {
  const letters = [...word];
  if (letters.length >= pieceLength) return covering(letters).map(quoted);
  const pieces = piecesFrom(word);
  if (pieces.length > mostPieces) return [];
  // A word that starts no piece occurs nowhere.
  return [pieces.length === 0 ? quoted(nowhere) : `(${pieces.map(quoted).join(" OR ")})`];
}

/** Fewer issues than this are tested one by one. Counting a list up to this takes 0.1 ms. */
const fewIssues = 300;
const mostCounted = 12;

/**
 * An expression for the rarest piece, if few issues have it: their texts decide. All pieces of
 * `undefined cart7` together took 12 ms with 55,000 issues, because the lists of frequent pieces
 * are read to the end.
 */
export function rarestPiece(reader: DatabaseSync, words: string[]): string | undefined {
  const all = new Set(words.flatMap((word) => piecesOf([...word.toLowerCase()])));
  const pieces = evenly([...all], mostCounted).map(quoted);
  const counted = prepare<{ size: number }>(reader, countPiece);
  const sized = pieces.map((piece) => ({ piece, size: counted.get(piece, fewIssues)!.size }));
  return sized.filter(({ size }) => size < fewIssues).toSorted((a, b) => a.size - b.size)[0]?.piece;
}

const countPiece = `SELECT count(*) AS size FROM
  (SELECT 1 FROM issue_words WHERE issue_words MATCH ? LIMIT ?)`;

const piecesOf = (letters: string[]): string[] =>
  Array.from({ length: Math.max(0, letters.length - pieceLength + 1) }, (_, at) =>
    letters.slice(at, at + pieceLength).join(""),
  );

const evenly = (pieces: string[], most: number): string[] =>
  pieces.length <= most
    ? pieces
    : Array.from({ length: most }, (_, n) => pieces[Math.floor((n * pieces.length) / most)]!);

function covering(letters: string[]): string[] {
  const last = letters.length - pieceLength;
  const count = Math.ceil(letters.length / pieceLength);
  return Array.from({ length: count }, (_, n) => Math.min(n * pieceLength, last)).map((at) =>
    letters.slice(at, at + pieceLength).join(""),
  );
}

const nowhere = "\u{10ffff}".repeat(pieceLength);

const quoted = (piece: string) => `"${piece.replaceAll('"', '""')}"`;

/** Pieces in the index that start with the word. */
export function piecesFrom(reader: DatabaseSync, word: string): string[] {
  const select = `SELECT term FROM issue_word_pieces WHERE term >= ? AND term < ? LIMIT ${mostPieces + 1}`;
  const rows = reader.prepare(select).all(word, `${word}\u{10ffff}`) as { term: string }[];
  return rows.map(({ term }) => term);
}
