import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getHeapStatistics } from "node:v8";
import { Chance } from "#tests/bench/load/chance.ts";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { mostBytes, mutant } from "./mutate.ts";
import type { Target } from "./target.ts";

/** How long to continue: a number of mutants, or until a time (`performance.now()`). */
export type Budget = { seed: number; rounds: number; until?: number };

export type Finding = { target: string; seed: number; why: string; file: string };
export type Run = { reads: number; slowestMs: number; finding?: Finding };

/**
 * CPU time limit for 64 KiB, compared with the least of three readings. The slowest is a list of
 * 10,000 letters with 200 ms.
 */
const mostMs = 300;
const mostHeapBytes = 256 * 1024 * 1024;

/**
 * Reads all seeds unchanged, then mutants; the first finding stops it and is saved in
 * `test-results/fuzz`.
 */
export async function runTarget(
  target: Target,
  { seed, rounds, until = Infinity }: Budget,
): Promise<Run> {
  const seeds = target.seeds
    .map((each) => Buffer.from(each))
    .filter(({ length }) => length <= mostBytes);
  const run: Run = { reads: 0, slowestMs: 0 };
  const inputs = (function* () {
    for (const bytes of seeds) yield { bytes, from: seed };
    for (let from = seed; from < seed + rounds && performance.now() < until; from++)
      yield { bytes: mutant(target, seeds, new Chance(spread(from))), from };
  })();
  for (const { bytes, from } of inputs) {
    const { why, ms } = await readOnce(target, bytes);
    run.reads += 1;
    run.slowestMs = Math.max(run.slowestMs, ms);
    if (why !== undefined)
      return {
        ...run,
        finding: { target: target.name, seed: from, why, file: keep(target, bytes) },
      };
  }
  return run;
}

/** Neighboring seeds of a linear congruential generator start alike. */
const spread = (seed: number): number =>
  createHash("sha1").update(String(seed)).digest().readUInt32LE(0);

async function readOnce({ read }: Target, bytes: Buffer): Promise<{ ms: number; why?: string }> {
  const times: number[] = [];
  while (times.length < 3 && !(Math.min(...times) <= mostMs)) {
    const heapBefore = heapBytes();
    const usedBefore = threadMs();
    try {
      // A copy, as readers may keep or change their input.
      await read(Buffer.from(bytes));
    } catch (error) {
      return {
        ms: 0,
        why: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
    }
    times.push(threadMs() - usedBefore);
    const grownBytes = heapBytes() - heapBefore;
    if (grownBytes > mostHeapBytes)
      return { ms: 0, why: `One reading took ${Math.round(grownBytes / 2 ** 20)} MiB.` };
  }
  const ms = Math.min(...times);
  return ms > mostMs
    ? { ms, why: `${bytes.length} bytes took ${Math.round(ms)} ms to read, three times.` }
    : { ms };
}

function heapBytes(): number {
  const { used_heap_size: used, external_memory: external } = getHeapStatistics();
  return used + external;
}

const folder = fileURLToPath(new URL("../../test-results/fuzz", import.meta.url));

function keep({ name }: Target, bytes: Buffer): string {
  mkdirSync(folder, { recursive: true });
  const sum = createHash("sha1").update(bytes).digest("hex").slice(0, 8);
  const file = join(folder, `${name.replaceAll(/\W+/g, "-")}-${sum}`);
  writeFileSync(file, bytes);
  return file;
}
