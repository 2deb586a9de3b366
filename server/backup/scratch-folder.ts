import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";

/**
 * Provides a private temporary folder next to `path`, on the same disk, and removes it afterwards,
 * even if the process is asked to exit. Only a kill leaves it there, under a descriptive name.
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
