import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Digested } from "#server/digest/queue/digested.ts";
import {
  type PreparedReplay,
  prepareReplay,
  readReport,
  removeTaken,
} from "#server/digest/spool/prepare-replay.ts";
import type { ReplayReport } from "#server/digest/spool/replay.ts";
import { digestedIn } from "#server/threads/digested-so-far.ts";
import { startSpoor } from "#server/main.ts";
import { lockFolder } from "#server/storage/sqlite/lock.ts";
import type { Answer, Command, FolderInput } from "./command.ts";
import { counted } from "#server/domain/count.ts";

/**
 * Sends the requests to the digesting process: a running server on the data folder, otherwise a
 * Spoor started here without a port. It remembers what it ingested, so a second run ingests
 * nothing.
 */
export const replay: Command = {
  summary:
    "Ingest the requests in a spool folder, spool segment, or quarantine folder. Skips duplicates.",
  options: {},
  operand: "PATH",
  async runOnFolder(input) {
    const { dataFolder } = input.config;
    const prepared = await prepareReplay(input.operand, await digestedBefore(input), dataFolder);
    if ("problem" in prepared) return prepared;
    const report = prepared.requests === 0 ? nothingTaken : await finished(input, prepared);
    if (report.failure !== undefined)
      return {
        problem: "conflict",
        detail: `The replay failed: ${report.failure} Run the command again. No request is ingested twice.`,
      };
    await removeTaken(prepared, report);
    return answerOf(prepared, report);
  },
};

const nothingTaken: ReplayReport = { taken: 0, known: 0, unreadable: [], foreign: [] };
const askedEveryMs = 300;
const busyErrorCode = 5;

/**
 * The digest position of the spool's process, if it shared this database: the name is in its
 * folder.
 */
async function digestedBefore({
  operand,
  config: { databaseUrl },
}: FolderInput): Promise<Digested | undefined> {
  if (databaseUrl === undefined) return undefined;
  const path = resolve(operand);
  const folders = [path, dirname(path), dirname(dirname(path))];
  for (const folder of folders) {
    const process = await readFile(join(folder, "process.name"), "utf8").catch(() => undefined);
    if (process === undefined) continue;
    const { openPostgresStore } = await import("#server/storage/postgres/open.ts");
    const store = await openPostgresStore(databaseUrl, { process: process.trim(), connections: 1 });
    return digestedIn(store).finally(() => store.close());
  }
  return undefined;
}

async function finished(input: FolderInput, prepared: PreparedReplay): Promise<ReplayReport> {
  const spoor = isServed(input.config.dataFolder)
    ? undefined
    : await startSpoor({
        ...input.program,
        config: { ...input.config, ownTraces: false },
        logTo: process.stderr,
      });
  try {
    for (;;) {
      const report = await readReport(prepared);
      if (report) return report;
      await setTimeout(askedEveryMs);
    }
  } finally {
    await spoor?.close();
  }
}

/** Checked once: no server can start while this holds the lock. */
function isServed(dataFolder: string): boolean {
  try {
    lockFolder(dataFolder).release();
    return false;
  } catch (error) {
    if (((error as Error).cause as { errcode?: number } | undefined)?.errcode === busyErrorCode)
      return true;
    throw error;
  }
}

function answerOf({ digested, damagedBytes }: PreparedReplay, report: ReplayReport): Answer {
  const { taken, known } = report;
  const [unreadable, foreign] = [report.unreadable.length, report.foreign.length];
  const lines = [
    `Ingested ${requests(taken)}.`,
    ...(known + digested > 0
      ? [`Skipped ${requests(known + digested)} that had already been ingested.`]
      : []),
    ...(unreadable > 0 ? [`${requests(unreadable)} could not be read and were quarantined.`] : []),
    ...(foreign > 0
      ? [
          `${requests(foreign)} are for a project or client key that does not exist on this instance.`,
        ]
      : []),
    ...(damagedBytes > 0 ? [`${damagedBytes} bytes are damaged and could not be read.`] : []),
  ];
  const data = { taken, known, digested, unreadable, foreign, damagedBytes };
  return {
    text: lines.join("\n"),
    data,
    exitCode: unreadable + foreign + damagedBytes > 0 ? 1 : 0,
  };
}

const requests = (count: number): string => counted(count, "request");
