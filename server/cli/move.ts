import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Moved, Side } from "#server/move/move.ts";
import { hasData } from "#server/storage/sqlite/connections.ts";
import { lockFolder } from "#server/storage/sqlite/lock.ts";
import { fullDisk } from "./backup-file.ts";
import { type Answer, type Command, type FolderInput, textOf } from "./command.ts";
import { progressBar } from "./progress-bar.ts";
import { counted } from "#server/domain/count.ts";

/**
 * Between a data folder and a database, in both directions. Run again after an interruption, it
 * continues.
 */
export const move: Command = {
  summary:
    "Copy all data between a data folder and a PostgreSQL database, and compare every row. Stop all servers first.",
  options: {
    from: { type: "string", required: true, hint: "FOLDER" },
    to: { type: "string", required: true, hint: "postgres://…" },
  },
  async runOnFolder(input) {
    const [from, to] = [textOf(input.values, "from"), textOf(input.values, "to")];
    if (isDatabase(from) === isDatabase(to))
      return {
        problem: "invalid",
        detail: "Set one of --from and --to to a data folder, and the other to a postgres:// URL.",
      };
    const folder = isDatabase(from) ? to : from;
    if (folder === from && !hasData(folder))
      return { problem: "conflict", detail: `No Spoor data in ${folder}.` };
    const lock = lockFolder(folder);
    try {
      return await moveLocked(input, {
        folder,
        url: isDatabase(from) ? from : to,
        toFolder: folder === to,
      });
    } catch (error) {
      const full = fullDisk(error, folder);
      if (full) return full;
      if (diskCauseOf(error) === "away")
        return databaseAway(isDatabase(from) ? from : to, error as Error);
      throw error;
    } finally {
      lock.release();
    }
  },
};

/** Names the database and the reason, without DATABASE_URL. */
function databaseAway(url: string, { message, cause }: Error): Problem {
  const place = url.replace(/^\w+:\/\/(?:[^/]*@)?/, "").replace(/\?.*/, "");
  const { code, message: reason } = Object(cause) as { code?: string; message?: string };
  return {
    problem: "unavailable",
    detail: `PostgreSQL at ${place}: ${message} (${reason || code || "no reason given"})`,
  };
}

const isDatabase = (side: string) => /^postgres(?:ql)?:\/\//.test(side);

type Asked = { folder: string; url: string; toFolder: boolean };

/** Only this command loads both engines. */
async function moveLocked(
  { config }: FolderInput,
  { folder, url, toFolder }: Asked,
): Promise<Answer | Problem> {
  const { openDatabaseSide, openFolderSide } = await import("./open-move.ts");
  const { move: moveAll } = await import("#server/move/move.ts");
  const bar = progressBar(process.stderr, (rows) => `${rows} rows`);
  const keys = { areMoved: config.secretKey === undefined };
  const database = await openDatabaseSide(url, folder, keys);
  const damaged: string[] = [];
  try {
    const files = await openFolderSide(folder, keys, (day) => damaged.push(day));
    const [from, to] = toFolder ? [database, files] : [files, database];
    try {
      const moved = await moveAll({ from, to, tables: database.store.tables }, bar.show);
      return isProblem(moved) ? moved : answerOf(moved, [from, to], damaged);
    } finally {
      await files.store.close();
    }
  } finally {
    bar.clear();
    await database.store.close();
  }
}

function answerOf(moved: Moved, [from, to]: [Side, Side], damaged: string[]): Answer {
  const { rows, events, attachments, traces } = moved;
  const left = damaged.length > 0 ? ` Skipped damaged days: ${damaged.join(", ")}.` : "";
  const counts = [
    counted(events, "event"),
    counted(traces, "trace"),
    counted(attachments, "attachment"),
  ];
  const what = `${counts.join(", ")}, and ${counted(rows, "other row")}`;
  return {
    text: `Copied all data from ${from.name} to ${to.name}: ${what}. All rows are identical.${left}`,
    data: { from: from.name, to: to.name, ...moved, damaged },
  };
}
