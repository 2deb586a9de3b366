import { createHash } from "node:crypto";
import { encodeManifest, manifestName, manifestSumName, type ManifestEntry } from "./manifest.ts";
import { archiveEnd, encodeHeader, paddingOf } from "./tar.ts";

/** A file to pack: exactly `bytes` of content in pieces. */
export type Content = {
  name: string;
  bytes: number;
  /** Of a database. */
  version?: number;
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>;
};

/** The bytes of a backup in pieces, with its manifest last. */
export async function* writeArchive(
  contents: AsyncIterable<Content>,
  { spoor, takenAt }: { spoor: string; takenAt: number },
): AsyncGenerator<Buffer> {
  const entries: ManifestEntry[] = [];
  const modifiedAtS = Math.floor(takenAt / 1000);
  for await (const content of contents) entries.push(yield* writeEntry(content, modifiedAtS));
  const { text, sum } = encodeManifest({
    spoor,
    takenAt: new Date(takenAt).toISOString(),
    entries,
  });
  yield* writeEntry(textContent(manifestName, text), modifiedAtS);
  yield* writeEntry(textContent(manifestSumName, sum), modifiedAtS);
  yield archiveEnd;
}

async function* writeEntry(
  content: Content,
  modifiedAtS: number,
): AsyncGenerator<Buffer, ManifestEntry> {
  const { name, bytes, version } = content;
  yield encodeHeader({ name, bytes }, modifiedAtS);
  const hash = createHash("sha256");
  let written = 0;
  for await (const piece of content.pieces) {
    hash.update(piece);
    written += piece.length;
    yield piece;
  }
  if (written !== bytes) throw new Error(`${name} has ${written} bytes; ${bytes} were expected.`);
  yield Buffer.alloc(paddingOf(bytes));
  return { name, bytes, sha256: hash.digest("hex"), ...(version !== undefined && { version }) };
}

function textContent(name: string, text: string): Content {
  const bytes = Buffer.from(text);
  return { name, bytes: bytes.length, pieces: [bytes] };
}
