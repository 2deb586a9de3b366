/**
 * The trigram index behind the search box (FTS5, no copy of the text, no positions). Every word becomes its three-
 * letter pieces; an issue that has them all may have the word, `instr` on its text decides.
 */
const pieceLength = 3;

/** An FTS5 expression for the words, or undefined when all are too short to have a piece. */
export function matchOf(words: string[]): string | undefined {
  const pieces = new Set(words.flatMap(piecesOf));
  if (pieces.size === 0) return undefined;
  return [...pieces].map((piece) => `"${piece.replaceAll('"', '""')}"`).join(" AND ");
}

function piecesOf(word: string): string[] {
  const letters = [...word.toLowerCase()];
  return letters.slice(pieceLength - 1).map((_, at) => letters.slice(at, at + pieceLength).join(""));
}
