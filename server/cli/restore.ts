import { isFault } from "#server/backup/fault.ts";
import { type Restored, restoreBackup } from "#server/backup/restore-backup.ts";
import { isProblem } from "#server/domain/problem.ts";
import { fullDisk, readBackupFile } from "./backup-file.ts";
import type { Answer, Command } from "./command.ts";
import { progressBar } from "./progress-bar.ts";

export const restore: Command = {
  summary:
    "Restore a backup into the data folder. Stop the server first. --force moves existing data aside.",
  options: { force: { type: "boolean", hint: "move existing data aside" } },
  operand: "FILE",
  inDatabase: "Stop all servers and restore the dump with pg_restore.",
  async runOnFolder({ operand, values, config: { dataFolder }, now }) {
    const bar = progressBar(process.stderr);
    try {
      const source = await readBackupFile(operand, bar.show);
      if (isProblem(source)) return source;
      return answerOf(
        dataFolder,
        await restoreBackup(source, { dataFolder, force: values.force === true, now }),
      );
    } catch (error) {
      if (isFault(error)) return { problem: "conflict", detail: error.message };
      const full = fullDisk(error, dataFolder);
      if (full) return full;
      throw error;
    } finally {
      bar.clear();
    }
  },
};

function answerOf(dataFolder: string, { manifest, movedTo }: Restored): Answer {
  const { takenAt, spoor, entries } = manifest;
  const aside = movedTo === undefined ? "" : ` The previous data is in ${movedTo}.`;
  return {
    text: `Restored ${dataFolder} as of ${takenAt}. Start it with “spoor serve”.${aside}`,
    data: {
      dataFolder,
      takenAt,
      spoor,
      files: entries.length,
      ...(movedTo !== undefined && { movedTo }),
    },
  };
}
