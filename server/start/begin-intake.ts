import { Worker } from "node:worker_threads";
import type { Config } from "#server/config.ts";
import { type RemoteIntake, startRemoteIntake } from "#server/digest/intake/remote-intake.ts";
import { counted } from "#server/domain/count.ts";
import { startSentence } from "#server/domain/health/start-sentence.ts";
import { createLog, type Log } from "#server/telemetry/log.ts";
import { condenseOutages } from "./outage-log.ts";
import { makePrivate } from "./private-files.ts";
import { lockFolder } from "#server/storage/sqlite/lock.ts";

/** The process owns the folder, and the thread that reads bodies has started. */
export type BegunIntake = { intake: RemoteIntake; log: Log; release: () => void };

export type IntakeOptions = {
  config: Config;
  /** The compiled worker: `build/server/worker.js`. */
  workerPath: string;
  /** Standard output, unless it is used for a command's result. */
  logTo?: NodeJS.WritableStream;
};

/**
 * The worker's young objects are a flood's requests. With half of this, spans of a backlog cost 3%
 * more; more has no effect (measured).
 */
const resourceLimits = { maxYoungGenerationSizeMb: 24 };

/**
 * The first part of a start: the worker takes as long to load as everything else, and on two
 * processors both load in parallel. This module is small for that reason. Rejects with a message if
 * the folder is in use or can't be opened.
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
