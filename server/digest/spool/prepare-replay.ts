import { mkdir, open, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Problem } from "#server/domain/problem.ts";
import { type Digested, isStored } from "#server/digest/queue/digested.ts";
import { digestOf, replayFolder, type ReplayReport, reportOf } from "./replay.ts";
import { segmentPath } from "./segments.ts";
import { recordsIn } from "./spool.ts";

/** Input that `spoor replay` prepares for the digesting process. */
export type PreparedReplay = {
  run: string;
  requests: number;
  /** Requests already digested, according to the process's cursor. */
  digested: number;
  /** Bytes that are not, or no longer, a request. */
  damagedBytes: number;
  /** Files of a quarantine and their requests, to be deleted after ingestion. */
  quarantined: { path: string; digests: string[] }[];
};

/** Maximum prepared at once: a segment of an older version has 64 MiB. */
const segmentBytes = 8 * 1024 * 1024;

/**
 * Copies the complete requests of PATH to a new folder in the data folder. `before`: the cursor of
 * the process that owns the spool.
 */
export async function prepareReplay(
  path: string,
  before: Digested | undefined,
  dataFolder: string,
): Promise<PreparedReplay | Problem> {
  const files = await filesOf(path);
  if (files.length === 0)
    return {
      problem: "not-found",
      detail: `${path} is not a spool segment or a folder with one. Use a folder with *.spool files.`,
    };
  if (await isOwnSpool(dirname(files[0]!), dataFolder))
    return { problem: "conflict", detail: ownSpool };
  const run = join(replayFolder(dataFolder), `${Date.now()}-${process.pid}`);
  const prepared: PreparedReplay = {
    run,
    requests: 0,
    digested: 0,
    damagedBytes: 0,
    quarantined: [],
  };
  await mkdir(`${run}.part`, { recursive: true, mode: 0o700 });
  let last = 0;
  for (const file of files)
    for await (const segment of requestsOf(file, before, prepared))
      await writeSegment(`${run}.part`, (last += 1), segment);
  await syncFolder(`${run}.part`);
  if (prepared.requests === 0) await rm(`${run}.part`, { recursive: true });
  else await rename(`${run}.part`, run);
  return prepared;
}

const ownSpool = "This is this instance's own queue. Start the server to process it.";

/** A data folder means the spool in it. */
async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found ? [path] : [];
  const names = (await readdir(path)).filter((name) => name.endsWith(".spool")).toSorted();
  if (names.length > 0) return names.map((name) => join(path, name));
  return basename(path) === "spool" ? [] : filesOf(join(path, "spool"));
}

async function isOwnSpool(folder: string, dataFolder: string): Promise<boolean> {
  const own = await realpath(join(dataFolder, "spool")).catch(() => undefined);
  return own !== undefined && own === (await realpath(folder));
}

/** Complete requests, concatenated in portions. */
async function* requestsOf(file: string, before: Digested | undefined, prepared: PreparedReplay) {
  const bytes = await readFile(file);
  // A quarantine file is named by its content and has no position relative to a cursor.
  const number = /^\d{8}\.spool$/.test(basename(file))
    ? Number.parseInt(basename(file), 10)
    : Infinity;
  const entries = await recordsIn(bytes, number, 0, {
    // In a backup, digested requests are zeroed.
    onDamaged: ({ lostBytes }, hole) =>
      void (prepared.damagedBytes += hole.every((byte) => byte === 0) ? 0 : lostBytes),
  });
  const digests: string[] = [];
  let portion: Buffer[] = [];
  let size = 0;
  for (const entry of entries) {
    const { offset, byteLength } = entry;
    if (before && isStored(entry, before)) {
      prepared.digested += 1;
      continue;
    }
    const record = bytes.subarray(offset, offset + byteLength);
    digests.push(digestOf(record));
    prepared.requests += 1;
    size += portion.push(record) && byteLength;
    if (size < segmentBytes) continue;
    yield Buffer.concat(portion);
    [portion, size] = [[], 0];
  }
  if (portion.length > 0) yield Buffer.concat(portion);
  const isQuarantined = await stat(factsOf(file)).then(
    () => true,
    () => false,
  );
  if (isQuarantined) prepared.quarantined.push({ path: file, digests });
}

const factsOf = (file: string) => file.replace(/\.spool$/, ".json");

async function writeSegment(folder: string, segment: number, bytes: Buffer): Promise<void> {
  const file = await open(segmentPath(folder, segment), "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const directory = await open(folder, "r");
  await directory.sync().finally(() => directory.close());
}

/** Undefined until the digesting process is finished. */
export async function readReport({ run }: PreparedReplay): Promise<ReplayReport | undefined> {
  const text = await readFile(reportOf(run), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  await rm(reportOf(run));
  return JSON.parse(text) as ReplayReport;
}

/** Deletes ingested requests from a quarantine. Unreadable ones stay. */
export async function removeTaken(
  { quarantined }: PreparedReplay,
  report: ReplayReport,
): Promise<void> {
  const left = new Set([...report.unreadable, ...report.foreign]);
  for (const { path, digests } of quarantined) {
    if (digests.length === 0 || digests.some((digest) => left.has(digest))) continue;
    await rm(path);
    await rm(factsOf(path), { force: true });
  }
}
