import { lastBackup, noteVerified } from "#server/backup/last-backup.ts";
import { withScratchFolder } from "#server/backup/scratch-folder.ts";
import { type Verified, verifyBackup } from "#server/backup/verify-backup.ts";
import { isProblem } from "#server/domain/problem.ts";
import { fullDisk, readBackupFile, readingScratchPathOf } from "./backup-file.ts";
import type { Answer, Command } from "./command.ts";
import { printBytes } from "./print-bytes.ts";
import { progressBar } from "./progress-bar.ts";
import { counted } from "#server/domain/count.ts";

/** Exit code 1 if the backup is damaged. */
export const verify: Command = {
  summary: "Verify a backup: checksums, database pages, and formats. - is standard input.",
  options: {},
  operand: "FILE",
  async runOnFolder({ operand, config: { dataFolder } }) {
    const bar = progressBar(process.stderr);
    try {
      const source = await readBackupFile(operand, bar.show);
      if (isProblem(source)) return source;
      const check = (scratch: string) => verifyBackup(source, scratch);
      const verified = await withScratchFolder(await readingScratchPathOf(operand), check);
      if (verified.faults.length === 0)
        await noteSound(dataFolder, operand, verified.manifest?.takenAt);
      return answerOf(operand, verified);
    } catch (error) {
      const full = fullDisk(error, operand);
      if (full) return full;
      throw error;
    } finally {
      bar.clear();
    }
  },
};

/** If the file is this folder's last backup, records it as verified. */
async function noteSound(
  dataFolder: string,
  operand: string,
  takenAt: string | undefined,
): Promise<void> {
  const last = await lastBackup(dataFolder).catch(() => undefined);
  if (last === undefined || last.takenAt !== takenAt) return;
  // Backups can be verified even if the folder is read-only.
  await noteVerified(dataFolder, { takenAt: last.takenAt, file: operand, bytes: last.bytes }).catch(
    () => {},
  );
}

function answerOf(operand: string, { manifest, faults, counts }: Verified): Answer {
  const ok = faults.length === 0;
  const data = { ok, file: operand, faults, counts, ...manifest };
  const lines = ok
    ? soundLines(operand, manifest!, counts)
    : [`${operand} is not usable.`, ...faults];
  return { text: lines.join("\n"), data, exitCode: ok ? 0 : 1 };
}

function soundLines(
  operand: string,
  manifest: NonNullable<Verified["manifest"]>,
  counts: Verified["counts"],
): string[] {
  const { takenAt, spoor, entries } = manifest;
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const held = Object.entries(counts).map(([what, count]) => heldOf(what, count));
  return [
    `${operand} is intact. Taken at ${takenAt} by Spoor ${spoor}.`,
    `${counted(entries.length, "file")}, ${printBytes(bytes)}: ${held.join(", ")}.`,
  ];
}

const heldOf = (what: string, count: number): string =>
  what === "spooledRequests"
    ? `${counted(count, "request")} in the spool`
    : counted(count, what.replace(/s$/, ""));
