import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces a file readable only by its owner. After a crash, it has the old or the new content. */
export async function writeWhole(path: string, pieces: Iterable<string>): Promise<void> {
  const aside = `${path}.new`;
  await rm(aside, { force: true });
  const file = await open(aside, "wx", 0o600);
  try {
    for (const piece of joined(pieces)) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
  const folder = await open(dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}

const pieceCharacters = 256 * 1024;

/** A write per line would cost more than all lines together. */
function* joined(pieces: Iterable<string>): Generator<string> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < pieceCharacters) continue;
    yield text;
    text = "";
  }
  yield text;
}
