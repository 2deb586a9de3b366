import { createReadStream } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  countRecords,
  type HeldSegment,
  holdSegments,
  quarantineFiles,
} from "#server/digest/spool/spool-copy.ts";
import { type Snapshot, type SnapshotFile, takeSnapshot } from "#server/storage/sqlite/snapshot.ts";
import { type Content, writeArchive } from "./write-archive.ts";

/** Bytes done, total bytes, and what is being written. */
export type OnProgress = (done: number, total: number, name: string) => void;

type BackupDeps = {
  dataFolder: string;
  /** Contains one database copy at a time, so it needs the size of the largest. */
  scratch: string;
  version: string;
  now: () => number;
  onProgress: OnProgress;
};

export type Backup = {
  takenAt: number;
  files: number;
  /** Of the whole content, uncompressed. */
  bytes: number;
  largestBytes: number;
  /** The backup's bytes; ends when it is complete. */
  pieces: AsyncIterable<Buffer>;
  /** Must always be called. */
  release(): Promise<void>;
};

/**
 * A backup of a data folder, in use or not, at one moment (`storage/sqlite/snapshot.ts`).
 *
 * The databases are captured while no batch is in progress, so rows and cursor match exactly. The
 * spool is captured at the same moment, from the cursor on. A request answered before it is in one
 * or the other, because the response follows `fdatasync` and the cursor moves with the batch's
 * rows. After a restore, the digest continues from that cursor: rows contain everything before it
 * and nothing after it. So nothing is lost or counted twice.
 *
 * If the spool were copied before the databases, a request could be answered and digested in
 * between. Nothing would be lost, but a later request's segment could already be deleted. One lock
 * avoids both cases.
 */
export async function beginBackup(deps: BackupDeps): Promise<Backup> {
  const { dataFolder, version, now } = deps;
  const snapshot = await takeSnapshot(dataFolder, async (cursor) => ({
    segments: await holdSegments(join(dataFolder, "spool"), cursor),
    takenAt: now(),
  }));
  const { segments, takenAt } = snapshot.alongside;
  const sizes = [...snapshot.files, ...segments].map(({ bytes }) => bytes);
  return {
    takenAt,
    files: snapshot.files.length,
    bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
    largestBytes: Math.max(0, ...snapshot.files.map(({ bytes }) => bytes)),
    pieces: writeArchive(contentsOf(deps, snapshot), { spoor: version, takenAt }),
    async release() {
      snapshot.release();
      for (const segment of segments) await segment.close();
    },
  };
}

async function* contentsOf(
  deps: BackupDeps,
  { files, alongside: { segments } }: Snapshot<{ segments: HeldSegment[] }>,
): AsyncGenerator<Content> {
  const progress = progressOf(deps.onProgress, files, segments);
  for (const file of files) yield* databaseContent(deps.scratch, file, progress);
  for (const segment of segments)
    yield await segmentContent(segment, segment === segments.at(-1), progress);
  yield* quarantineContents(deps.dataFolder);
  yield* keyContent(deps.dataFolder);
}

/** Copied, then packed from the copy: both process the same number of bytes and count half each. */
async function* databaseContent(
  scratch: string,
  database: SnapshotFile,
  progress: Progress,
): AsyncGenerator<Content> {
  const { file: name, version } = database;
  const path = join(scratch, "copy.db");
  const { done, bytes } = { done: progress.done(), bytes: database.bytes };
  await database.copyTo(path, (copied) => progress.set(done + copied / 2, name));
  database.release();
  const pieces = counting(createReadStream(path, { highWaterMark: pieceBytes }), (read) =>
    progress.set(done + (bytes + read) / 2, name),
  );
  yield { name, bytes: (await stat(path)).size, version, pieces };
  await rm(path);
}

const pieceBytes = 1024 * 1024;

async function* counting(
  pieces: AsyncIterable<Buffer>,
  see: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of pieces) {
    yield piece;
    see((bytes += piece.length));
  }
}

/**
 * The newest segment may contain a request that is still being written and not yet acknowledged.
 */
async function segmentContent(
  segment: HeldSegment,
  isNewest: boolean,
  progress: Progress,
): Promise<Content> {
  const name = `spool/${segment.name}`;
  const bytes = await segment.read();
  progress.set(progress.done() + segment.bytes, name);
  const whole = isNewest ? bytes.subarray(0, bytes.length - countRecords(bytes).tornBytes) : bytes;
  return { name, bytes: whole.length, pieces: [whole] };
}

/**
 * Listed after that moment: requests quarantined since then are in the backup's spool and will be
 * quarantined again under the same name.
 */
async function* quarantineContents(dataFolder: string): AsyncGenerator<Content> {
  for (const file of await quarantineFiles(dataFolder)) {
    // A replay may have removed it meanwhile.
    const bytes = await readFile(join(dataFolder, file)).catch(() => undefined);
    if (bytes) yield { name: file, bytes: bytes.length, pieces: [bytes] };
  }
}

/** Created at the first start, so a folder used only by the command line has none. */
async function* keyContent(dataFolder: string): AsyncGenerator<Content> {
  const key = await readFile(join(dataFolder, "secret.key")).catch(() => undefined);
  if (key) yield { name: "secret.key", bytes: key.length, pieces: [key] };
}

type Progress = { done(): number; set(done: number, name: string): void };

function progressOf(onProgress: OnProgress, ...lists: { bytes: number }[][]): Progress {
  const total = lists.flat().reduce((sum, { bytes }) => sum + bytes, 0);
  let latest = 0;
  return {
    done: () => latest,
    set(done, name) {
      latest = done;
      onProgress(done, total, name);
    },
  };
}
