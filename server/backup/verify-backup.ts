import { rm } from "node:fs/promises";
import { join } from "node:path";
import { countRecords } from "#server/digest/spool/spool-copy.ts";
import { inspectFile } from "#server/storage/sqlite/inspect-file.ts";
import type { Manifest } from "./manifest.ts";
import { readArchive, type Take } from "./read-archive.ts";
import { writeDurably } from "./write-durably.ts";

export type Verified = {
  manifest?: Manifest;
  /** One sentence each; empty: it can be restored. */
  faults: string[];
  /**
   * Its content: projects, users, issues, events, traces, attachments, artifacts, queued requests.
   */
  counts: Record<string, number>;
};

/**
 * Reads a complete backup: every checksum, every database page, each database format, every spooled
 * request. `scratch` contains one database at a time.
 */
export async function verifyBackup(
  source: AsyncIterable<Buffer>,
  scratch: string,
): Promise<Verified> {
  const faults: string[] = [];
  const counts: Record<string, number> = {};
  const count = (what: string, more: number) => (counts[what] = (counts[what] ?? 0) + more);

  const take: Take = async ({ name }, content) => {
    if (name.endsWith(".db")) {
      const { fault, rows } = await inspectCopy(join(scratch, "copy.db"), name, content);
      if (fault !== undefined) faults.push(fault);
      for (const [table, more] of Object.entries(rows)) count(table, more);
    } else if (name.endsWith(".spool")) {
      count("spooledRequests", countRecords(await whole(content)).requests);
    }
  };
  const { manifest, faults: more } = await readArchive(source, take);
  return { ...(manifest && { manifest }), faults: [...more, ...faults], counts };
}

async function inspectCopy(path: string, name: string, content: AsyncIterable<Buffer>) {
  await writeDurably(path, content);
  try {
    return inspectFile(path, name);
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) await rm(path + suffix, { force: true });
  }
}

async function whole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}
