import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";

/**
 * Lends a folder of the owner's alone beside `path`, on the same disk, and removes it afterwards:
 * also when the process is told to end meanwhile. Only a kill leaves it there, under a name that
 * says what it is.
 */
export async function withScratchFolder<T>(
  path: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(`${path}.part-`);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const end = () => process.exit(exitCodeOfInterrupt);
  process.on("exit", remove);
  for (const signal of endingSignals) process.on(signal, end);
  try {
    return await work(folder);
  } finally {
    process.off("exit", remove);
    for (const signal of endingSignals) process.off(signal, end);
    await rm(folder, { recursive: true, force: true });
  }
}

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const exitCodeOfInterrupt = 130;
