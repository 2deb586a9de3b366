import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchedSpoorOptions } from "../programs/spoor.ts";

/** How to start a program so that its event loop's delays are written down, and how to read them. */
export type LoopDelays = {
  options: BenchedSpoorOptions;
  /** Of timers that were due between the two, in milliseconds since 1970. */
  between(since: number, until: number): Promise<number[]>;
};

export function recordLoopDelays(): LoopDelays {
  const path = join(tmpdir(), `spoor-bench-delays-${crypto.randomUUID()}`);
  const program = fileURLToPath(new URL("loop-delays.program.ts", import.meta.url));
  return {
    options: { nodeWords: ["--import", program], environment: { SPOOR_BENCH_DELAYS: path } },
    async between(since, until) {
      const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
      const samples = lines.map((line) => line.split(" ").map(Number) as [at: number, delayMs: number]);
      return samples.filter(([at]) => at >= since && at <= until).map(([, delayMs]) => delayMs);
    },
  };
}
