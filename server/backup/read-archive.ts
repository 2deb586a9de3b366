import { createHash } from "node:crypto";
import { BackupFault, isFault } from "./fault.ts";
import {
  decodeManifest,
  isEntryName,
  type Manifest,
  manifestName,
  manifestSumName,
} from "./manifest.ts";
import { readTar, type TarEntry } from "./read-tar.ts";

/** Called with each entry. Unread content is skipped but still checked. */
export type Take = (
  entry: { name: string; bytes: number },
  content: AsyncIterable<Buffer>,
) => Promise<void>;

type ReadArchive = {
  /** Absent if it can't be trusted. */
  manifest?: Manifest;
  /** One sentence each; empty: every byte is intact. */
  faults: string[];
};

const listBytesMax = 16 * 1024 * 1024;

/** Reads a complete backup of any size and compares all of it with its manifest. */
export async function readArchive(source: AsyncIterable<Buffer>, take: Take): Promise<ReadArchive> {
  const found = new Map<string, Found>();
  const lists = new Map<string, string>();
  try {
    for await (const entry of readTar(source)) {
      if (entry.name === manifestName || entry.name === manifestSumName)
        lists.set(entry.name, await readList(entry));
      else if (!isEntryName(entry.name))
        throw new BackupFault(
          `The file contains “${entry.name}”, which doesn't belong in a backup.`,
        );
      else found.set(entry.name, await readEntry(entry, take));
    }
    const [text, sum] = [lists.get(manifestName), lists.get(manifestSumName)];
    if (text === undefined || sum === undefined)
      throw new BackupFault("The list of contents is missing.");
    const manifest = decodeManifest(text, sum);
    return { manifest, faults: compare(manifest, found) };
  } catch (error) {
    if (isFault(error)) return { faults: [error.message] };
    throw error;
  }
}

type Found = { bytes: number; sha256: string };

async function readEntry({ name, bytes, content }: TarEntry, take: Take): Promise<Found> {
  const hash = createHash("sha256");
  const hashed = hashing(content, (piece) => hash.update(piece));
  await take({ name, bytes }, hashed);
  for await (const _ of hashed);
  return { bytes, sha256: hash.digest("hex") };
}

async function* hashing(
  content: AsyncIterable<Buffer>,
  see: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of content) {
    see(piece);
    yield piece;
  }
}

async function readList({ name, bytes, content }: TarEntry): Promise<string> {
  if (bytes > listBytesMax) throw new BackupFault(`${name} is too large to be valid.`);
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function compare({ entries }: Manifest, found: Map<string, Found>): string[] {
  const listed = new Set(entries.map(({ name }) => name));
  const unlisted = [...found.keys()]
    .filter((name) => !listed.has(name))
    .map((name) => `${name} is not in the list of contents.`);
  const wrong = entries.flatMap(({ name, bytes, sha256 }) => {
    const it = found.get(name);
    if (!it) return [`${name} is missing.`];
    return it.bytes === bytes && it.sha256 === sha256
      ? []
      : [`${name} is damaged: its checksum doesn't match.`];
  });
  return [...wrong, ...unlisted];
}
