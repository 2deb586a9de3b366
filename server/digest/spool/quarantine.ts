import { createHash } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ProjectId } from "#server/domain/ids.ts";
import { readRaw, type SpoolEntry } from "./spool.ts";

/** Why a request is in the quarantine, next to its bytes: `SHA-256.spool` and `SHA-256.json`. */
type Quarantined = {
  /** Milliseconds since 1970. */
  at: number;
  reason: string;
  /** Unknown if the spool itself is damaged. */
  projectId?: ProjectId;
};

export type QuarantineReading = {
  requests: number;
  bytes: number;
  /** Some of them, newest first. */
  newest: (Quarantined & { name: string; bytes: number })[];
};

export const quarantineFolder = (dataFolder: string): string => join(dataFolder, "quarantine");

const longestReason = 500;

/**
 * Keeps acknowledged requests that can't be read. `bytes` is a spool record, so `spoor replay`
 * reads a file here as a segment. Named by its content: a crash before the digest continues creates
 * no second file.
 */
export async function quarantine(
  folder: string,
  bytes: Uint8Array,
  facts: Quarantined,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, createHash("sha256").update(bytes).digest("hex"));
  const reason = facts.reason.slice(0, longestReason);
  await writeWhole(`${path}.json`, Buffer.from(`${JSON.stringify({ ...facts, reason })}\n`));
  await writeWhole(`${path}.spool`, bytes);
  const directory = await open(folder, "r");
  await directory.sync().finally(() => directory.close());
}

/**
 * For requests that the digest finds damaged. If the segment is missing, there is nothing to keep.
 */
export function quarantineFrom(place: { spoolFolder: string; folder: string; now: () => number }) {
  return async (entry: SpoolEntry, reason: string): Promise<void> => {
    const bytes = await readRaw(place.spoolFolder, entry).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (bytes)
      await quarantine(place.folder, bytes, {
        at: place.now(),
        reason,
        projectId: entry.projectId,
      });
  };
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(`${path}.part`, "w", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

/** Unreadable requests are rare. A large folder is counted fully and read in part. */
export async function readQuarantine(folder: string, limit: number): Promise<QuarantineReading> {
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) =>
    name.endsWith(".spool"),
  );
  const files = await Promise.all(names.map((name) => fileOf(folder, name)));
  const found = files
    .filter((file) => file !== undefined)
    .toSorted((a, b) => b.changedAt - a.changedAt);
  const newest = found.slice(0, limit).map(async ({ name, bytes, changedAt }) => {
    const facts = await factsOf(folder, name);
    return { name, bytes, ...(facts ?? { at: changedAt, reason: "" }) };
  });
  return {
    requests: found.length,
    bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
    newest: await Promise.all(newest),
  };
}

/** Undefined if a replay has just removed it. */
const fileOf = (folder: string, name: string) =>
  stat(join(folder, name)).then(
    ({ size, mtimeMs }) => ({ name, bytes: size, changedAt: Math.round(mtimeMs) }),
    () => undefined,
  );

const factsOf = (folder: string, name: string): Promise<Quarantined | undefined> =>
  readFile(join(folder, name.replace(/\.spool$/, ".json")), "utf8").then(
    (text) => JSON.parse(text) as Quarantined,
    () => undefined,
  );
