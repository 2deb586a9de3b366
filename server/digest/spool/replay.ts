import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { DiskCause } from "#server/domain/health/trouble.ts";
import { quarantinedReason } from "#server/domain/outcomes.ts";
import { giveBack } from "#server/threads/give-back.ts";
import type { Log } from "#server/telemetry/log.ts";
import { AlreadyReplayed, type Piece } from "#server/digest/absorb.ts";
import { absorbWithRetry } from "#server/digest/queue/absorb-with-retry.ts";
import { keepRefused, type RefusedDeps } from "./keep-refused.ts";
import { createReadAhead, type ReadDeps } from "#server/digest/queue/read-ahead.ts";
import { decodeRecord, type RecordHead } from "./record.ts";
import { listSegments, segmentPath } from "./segments.ts";
import { scan, type SpoolEntry } from "./spool.ts";

type ReplayDeps = {
  /**
   * `replay` in the data folder. `spoor replay` puts a folder of segments there for each run
   * (`cli/replay.ts`).
   */
  folder: string;
  reading: (folder: string) => Pick<ReadDeps, "read" | "readAlone">;
  absorb: (piece: Piece) => Promise<void>;
  /**
   * Whether the request's project and key exist here. In another instance, project numbers mean
   * other projects.
   */
  mayTake: (head: RecordHead) => Promise<boolean>;
  /** Keeps unreadable requests. */
  quarantine: (folder: string) => ReadDeps["quarantine"];
  onRefused: (cause: DiskCause, error?: unknown) => void;
  onStored: () => void;
  now: () => number;
  log: Log;
};

/** Digests of requests by outcome. */
export type ReplayReport = {
  taken: number;
  /** Ingested by an earlier run. */
  known: number;
  unreadable: string[];
  /** Requests for a project or key that does not exist on this instance. */
  foreign: string[];
  /** Why the run was aborted. Ingested requests are recorded, so the run can be repeated. */
  failure?: string;
};

export type Replay = {
  /** Ingests prepared runs; called once a second. */
  turn(): Promise<void>;
  /** The rest is ingested after the next start. */
  stop(): void;
};

type Found = { entry: SpoolEntry; digest: string };

const requestsAtOnce = 100;

export const replayFolder = (dataFolder: string): string => join(dataFolder, "replay");
export const reportOf = (run: string): string => `${run}.json`;

export function createReplay(deps: ReplayDeps): Replay {
  const state = { isStopped: false };

  /** Undefined if the server stops before the run ends. */
  async function replayRun(run: string): Promise<ReplayReport | undefined> {
    const report: ReplayReport = { taken: 0, known: 0, unreadable: [], foreign: [] };
    for (const segment of await listSegments(run)) {
      const found = await findTakeable(deps, run, segment, report);
      for (let at = 0; at < found.length; at += requestsAtOnce) {
        if (state.isStopped) return undefined;
        await takeChunk(deps, run, found.slice(at, at + requestsAtOnce), report);
      }
    }
    return report;
  }

  async function endRun(run: string, report: ReplayReport): Promise<void> {
    await writeFile(`${reportOf(run)}.part`, JSON.stringify(report), { mode: 0o600 });
    await rename(`${reportOf(run)}.part`, reportOf(run));
    await rm(run, { recursive: true });
  }

  /**
   * A lack of machine resources is retried in the next turn. The caller of the run waits for its
   * report.
   */
  async function oneRun(run: string): Promise<void> {
    const report = await replayRun(run).catch((error: unknown): ReplayReport => {
      if (diskCauseOf(error)) throw error;
      deps.log("error", "A replay failed.", { error });
      const failure = error instanceof Error ? error.message : String(error);
      return { taken: 0, known: 0, unreadable: [], foreign: [], failure };
    });
    if (report) await endRun(run, report);
  }

  return {
    async turn() {
      if (state.isStopped) return;
      await mkdir(deps.folder, { recursive: true, mode: 0o700 });
      for (const each of await readdir(deps.folder, { withFileTypes: true }))
        if (each.isDirectory() && !each.name.endsWith(".part") && !state.isStopped)
          await oneRun(join(deps.folder, each.name));
    },
    stop: () => void (state.isStopped = true),
  };
}

async function findTakeable(deps: ReplayDeps, run: string, segment: number, report: ReplayReport) {
  const bytes = await readFile(segmentPath(run, segment));
  const found: Found[] = [];
  const seen = new Set<string>();
  for (const entry of await scan(run, segment, 0, {})) {
    const digest = digestOf(bytes.subarray(entry.offset, entry.offset + entry.byteLength));
    const read = decodeRecord(bytes, entry.offset);
    if (typeof read === "string" || seen.has(digest)) continue;
    seen.add(digest);
    if (await deps.mayTake(read.record.head)) found.push({ entry, digest });
    else report.foreign.push(digest);
  }
  return found;
}

/** Identifies a request: all of it, including the time and origin of receipt. */
export const digestOf = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

async function takeChunk(
  deps: ReplayDeps,
  run: string,
  chunk: Found[],
  report: ReplayReport,
): Promise<void> {
  for (let left = chunk; left.length > 0;) {
    const unreadable = new Set<number>();
    const reading = readingOf(deps, run, unreadable);
    const ahead = createReadAhead({ ...reading, onDamaged: () => undefined });
    const { taken, understanding, blocks } = await ahead.take(
      left.map(({ entry }) => ({ entry, since: 0 })),
    );
    const part = left.slice(0, taken.length);
    const read = part.filter(({ entry }) => !unreadable.has(entry.offset));
    const { segment, offset } = part[0]!.entry;
    // Unreadable requests were counted when they were quarantined.
    const outcomes = understanding.outcomes.filter(({ reason }) => reason !== quarantinedReason);
    try {
      const replayed = read.map(({ digest }) => digest);
      const keep = (refused: Piece[]) =>
        keepRefused(
          reading,
          read.map(({ entry }) => entry),
          refused,
        );
      await absorbWithRetry(
        { ...deps, keep },
        { ...understanding, outcomes, from: { segment, offset }, replayed },
      );
      report.taken += read.length;
      report.unreadable.push(
        ...part.filter((each) => !read.includes(each)).map(({ digest }) => digest),
      );
      left = left.slice(part.length);
    } catch (error) {
      if (!(error instanceof AlreadyReplayed)) throw error;
      report.known += error.known.size;
      left = left.filter(({ digest }) => !error.known.has(digest));
    } finally {
      blocks.forEach(giveBack);
    }
  }
}

function readingOf(deps: ReplayDeps, run: string, unreadable: Set<number>): RefusedDeps {
  const keep = deps.quarantine(run);
  return {
    ...deps.reading(run),
    quarantine: async (entry, reason) => {
      await keep(entry, reason);
      unreadable.add(entry.offset);
    },
    onRefused: deps.onRefused,
    now: deps.now,
    log: deps.log,
  };
}
