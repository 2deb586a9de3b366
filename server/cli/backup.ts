import { rename } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compressed, isCompressedName } from "#server/backup/compressed.ts";
import { bytesNeeded } from "#server/backup/disk-space.ts";
import { noteBackup } from "#server/backup/last-backup.ts";
import { withScratchFolder } from "#server/backup/scratch-folder.ts";
import { type Backup, beginBackup } from "#server/backup/write-backup.ts";
import { syncFolderOf, writeDurably } from "#server/backup/write-durably.ts";
import { counted } from "#server/domain/count.ts";
import type { Problem } from "#server/domain/problem.ts";
import {
  fullDisk,
  isStandardStream,
  scratchPathOf,
  spaceProblem,
  writeProblem,
} from "./backup-file.ts";
import type { Answer, Command, FolderInput } from "./command.ts";
import { printBytes } from "./print-bytes.ts";
import { progressBar } from "./progress-bar.ts";

/** The file gets its name once all of it is on disk. */
export const backup: Command = {
  summary:
    "Back up all data, including secrets, to one tar file. Works while the server runs. FILE.zst compresses; - is standard output.",
  options: {},
  operand: "FILE",
  inDatabase:
    "Back it up with pg_dump --format=custom, which works while servers run. Requests queued in a server's spool are not included.",
  async runOnFolder(input) {
    const { operand } = input;
    const refusal = isStandardStream(operand) ? undefined : writeProblem(operand);
    if (refusal !== undefined) return { problem: "conflict", detail: refusal };
    const write = (scratch: string) => writeBackup(input, scratch);
    return withScratchFolder(scratchPathOf(operand), write).catch((error: unknown) => {
      const full = fullDisk(error, operand);
      if (full) return full;
      throw error;
    });
  },
};

async function writeBackup(
  { operand, config, program, now }: FolderInput,
  scratch: string,
): Promise<Answer | Problem> {
  const bar = progressBar(process.stderr);
  const { dataFolder } = config;
  const begun = await beginBackup({
    dataFolder,
    scratch,
    version: program.version,
    now,
    onProgress: bar.show,
  });
  try {
    const tight = await spaceProblem(
      operand,
      bytesNeeded(begun, isCompressedName(operand) || isStandardStream(operand)),
    );
    if (tight !== undefined) return { problem: "unavailable", detail: tight };
    const pieces = isCompressedName(operand) ? compressed(begun.pieces) : begun.pieces;
    const bytes = isStandardStream(operand)
      ? await writeOut(pieces)
      : await writeFile(operand, scratch, pieces);
    // A read-only data folder can still be backed up.
    await noteBackup(dataFolder, {
      takenAt: new Date(begun.takenAt).toISOString(),
      file: operand,
      bytes,
    }).catch(() => {});
    return answerOf(begun, operand, bytes);
  } finally {
    bar.clear();
    await begun.release();
  }
}

async function writeFile(
  operand: string,
  scratch: string,
  pieces: AsyncIterable<Buffer>,
): Promise<number> {
  const path = join(scratch, "backup");
  const bytes = await writeDurably(path, pieces);
  await rename(path, resolve(operand));
  await syncFolderOf(resolve(operand));
  return bytes;
}

async function writeOut(pieces: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  }
  return bytes;
}

function answerOf({ takenAt, files }: Backup, operand: string, bytes: number): Answer {
  const data = { file: operand, bytes, takenAt: new Date(takenAt).toISOString(), databases: files };
  const text = `Backed up all data as of ${data.takenAt} to ${isStandardStream(operand) ? "standard output" : operand}: ${counted(files, "database")}, ${printBytes(bytes)}.`;
  return { text, data, onStderr: isStandardStream(operand) };
}
