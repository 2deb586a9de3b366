import { Worker } from "node:worker_threads";
import type { Config } from "#server/config.ts";
import { type RemoteIntake, startRemoteIntake } from "#server/digest/intake/remote-intake.ts";
import { counted } from "#server/domain/count.ts";
import { startSentence } from "#server/domain/health/start-sentence.ts";
import { createLog, type Log } from "#server/telemetry/log.ts";
import { condenseOutages } from "./outage-log.ts";
import { makePrivate } from "./private-files.ts";
import { lockFolder } from "#server/storage/sqlite/lock.ts";

/** The folder is this process's, and the thread that reads bodies is up. */
export type BegunIntake = { intake: RemoteIntake; log: Log; release: () => void };

export type IntakeOptions = {
  config: Config;
  /** The compiled worker: `build/server/worker.js`. */
  workerPath: string;
  /** Standard output, unless a command's answer is there. */
  logTo?: NodeJS.WritableStream;
};

/**
 * Young objects of the worker are a flood's requests. With half as much spans of a backlog cost 3 %
 * more, with more nothing less (measured).
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24 };

/**
 * What a start begins with: the worker takes as long to load as all the rest, and on two processors
 * both load at once. This module is small for that reason. Rejects with a sentence when the folder
 * is taken, or cannot be opened.
 */
export async function beginIntake({
  config,
  workerPath,
  logTo = process.stdout,
}: IntakeOptions): Promise<BegunIntake> {
  const eachLine = createLog((line) => logTo.write(line), Date.now);
  let intake: RemoteIntake | undefined;
  const isTold = () =>
    intake?.state().troubles.some(({ kind }) => kind === "database-away") ?? false;
  const log = condenseOutages(eachLine, isTold);
  for (const sentence of config.unknown) log("warn", sentence);
  const lock = lockOrSay(config.dataFolder);
  const corrected = makePrivate(config.dataFolder);
  if (corrected > 0) log("warn", modesSentence(corrected), { dataFolder: config.dataFolder });
  const stdout = logTo !== process.stdout;
  const spawn = () => {
    const worker = new Worker(workerPath, { workerData: config, resourceLimits, stdout });
    if (stdout) worker.stdout.pipe(logTo);
    return worker;
  };
  try {
    intake = await startRemoteIntake({ log, spawn, now: Date.now });
    return { log, release: lock.release, intake };
  } catch (error) {
    lock.release();
    throw error;
  }
}

const modesSentence = (files: number) =>
  `Made ${counted(files, "file or folder", "files and folders")} in the data folder private. Other users of this machine could read them.`;

export function lockOrSay(folder: string): ReturnType<typeof lockFolder> {
  try {
    return lockFolder(folder);
  } catch (error) {
    throw new Error(startSentence(error, folder), { cause: error });
  }
}
