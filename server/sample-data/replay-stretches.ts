import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate, setTimeout as pause } from "node:timers/promises";
import { replayFolder, type ReplayReport, reportOf } from "#server/digest/spool/replay.ts";
import { segmentPath } from "#server/digest/spool/segments.ts";
import { type Destination, recordOf } from "./sample-request.ts";
import type { Stretch } from "./shop-week.ts";

const askedEveryMs = 100;
const patienceMs = 300_000;

/**
 * Passes the requests to the digest like `spoor replay`: they are scrubbed, grouped, and stored
 * like those from the network, with their claimed arrival times.
 */
export async function replayStretches(
  dataFolder: string,
  name: string,
  destination: Destination,
  stretches: Iterable<Stretch>,
): Promise<void> {
  const run = join(replayFolder(dataFolder), name);
  await mkdir(`${run}.part`, { recursive: true, mode: 0o700 });
  const file = await open(segmentPath(`${run}.part`, 1), "wx", 0o600);
  try {
    for (const { requests } of stretches) {
      if (requests.length > 0)
        await file.writev(requests.flatMap((request) => recordOf(destination, request)));
      // This thread serves pages.
      await setImmediate();
    }
  } finally {
    await file.close();
  }
  await rename(`${run}.part`, run);
  await finished(run);
}

async function finished(run: string): Promise<void> {
  for (
    const deadline = performance.now() + patienceMs;
    performance.now() < deadline;
    await pause(askedEveryMs)
  ) {
    const text = await readFile(reportOf(run), "utf8").catch(() => undefined);
    if (text === undefined) continue;
    await rm(reportOf(run));
    const { failure, unreadable, foreign } = JSON.parse(text) as ReplayReport;
    if (failure !== undefined) throw new Error(failure);
    if (unreadable.length + foreign.length > 0)
      throw new Error(
        `${unreadable.length} requests could not be read, ${foreign.length} name no known project.`,
      );
    return;
  }
  throw new Error("The sample data was not stored within five minutes.");
}
