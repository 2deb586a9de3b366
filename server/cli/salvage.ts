import { hasData } from "#server/storage/sqlite/connections.ts";
import { lockFolder } from "#server/storage/sqlite/lock.ts";
import type { Salvaged } from "#server/backup/salvage.ts";
import { fullDisk } from "./backup-file.ts";
import type { Answer, Command } from "./command.ts";
import { counted } from "#server/domain/count.ts";

/** Continues if run again after an interruption. Changes nothing if run again after that. */
export const salvage: Command = {
  summary: "Recover the readable data of a damaged day, such as 2026-11-22. Stop the server first.",
  options: {
    "accept-loss": { type: "boolean", hint: "stop reporting permanently lost data" },
  },
  operand: "DAY",
  inDatabase:
    "“salvage” works on the files of a data folder. Restore a damaged database from a dump with pg_restore.",
  async runOnFolder({ operand: day, values, config: { dataFolder } }) {
    if (!isDay(day))
      return { problem: "invalid", detail: `“${day}” is not a date. Use the format 2026-11-22.` };
    const { acceptLoss, salvage: salvageDay } = await import("#server/backup/salvage.ts");
    if (!hasData(dataFolder))
      return { problem: "conflict", detail: `No Spoor data in ${dataFolder}.` };
    const lock = lockFolder(dataFolder);
    try {
      if (values["accept-loss"]) return acceptedAnswer(day, acceptLoss(dataFolder, day));
      return answerOf(day, await salvageDay(dataFolder, day));
    } catch (error) {
      const full = fullDisk(error, dataFolder);
      if (full) return full;
      throw error;
    } finally {
      lock.release();
    }
  },
};

function acceptedAnswer(day: string, files: number): Answer {
  const text =
    files > 0
      ? `The lost telemetry of ${day} is no longer reported.`
      : `No file of ${day} is missing or damaged. Nothing was changed.`;
  return { text, data: { day, acceptedFiles: files } };
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const none = { saved: 0, present: 0, deleted: 0, lost: 0 };

function answerOf(day: string, salvaged: Salvaged | undefined): Answer {
  const { files = [], events = none, traces = none, attachments = none } = salvaged ?? {};
  const data = { day, files, events, traces, attachments };
  if (!salvaged) return { text: `${day} has no damaged file. Nothing was changed.`, data };
  const sum = (kind: "saved" | "present" | "deleted" | "lost") =>
    [
      counted(events[kind], "event"),
      counted(traces[kind], "trace"),
      counted(attachments[kind], "attachment"),
    ].join(", ");
  const lines = [
    `Saved from ${day}: ${sum("saved")}.`,
    `Known losses: ${sum("lost")}.`,
    ...(hasAny("present") ? [`Already there: ${sum("present")}.`] : []),
    ...(hasAny("deleted")
      ? [`Skipped, because the issue or project was deleted: ${sum("deleted")}.`]
      : []),
    `The damaged file is kept as ${files.map((name) => `telemetry/${name}.salvaged`).join(" and ")} until the day expires.`,
  ];
  return { text: lines.join("\n"), data };

  function hasAny(kind: "present" | "deleted"): boolean {
    return events[kind] + traces[kind] + attachments[kind] > 0;
  }
}
