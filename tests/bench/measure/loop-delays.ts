import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchedSpoorOptions } from "../programs/spoor.ts";

/** Options that record a program's event loop delays, and a way to read them. */
export type LoopDelays = {
  options: BenchedSpoorOptions;
  /** Delays of timers due between both times, in milliseconds since 1970. */
  between(since: number, until: number): Promise<number[]>;
};

export function recordLoopDelays(): LoopDelays {
  const path = join(tmpdir(), `spoor-bench-delays-${crypto.randomUUID()}`);
  const program = fileURLToPath(new URL("loop-delays.program.ts", import.meta.url));
  return {
    options: { nodeWords: ["--import", program], environment: { SPOOR_BENCH_DELAYS: path } },
    async between(since, until) {
      const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
      const samples = lines.map(
        (line) => line.split(" ").map(Number) as [at: number, delayMs: number],
      );
      return samples.filter(([at]) => at >= since && at <= until).map(([, delayMs]) => delayMs);
    },
  };
}
