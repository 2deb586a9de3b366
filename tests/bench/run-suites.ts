import { setTimeout as pause } from "node:timers/promises";
import type { Figure } from "./figure.ts";
import { type Generator, startGenerator } from "./load/generate.ts";
import { childProcesses, cpuSecondsOfAll } from "./measure/process-usage.ts";
import { makeOriginals } from "./programs/originals.ts";
import type { Scale } from "./scale.ts";
import type { Bench, Suite, Unmeasured } from "./suite.ts";

export type Measured = { figures: Figure[]; unmeasured: Unmeasured[]; failed: string[] };

/**
 * Runs suites one after another and logs each duration. A failing suite loses only its own figures:
 * its processes are stopped, and a new generator is started.
 */
export async function runSuites(suites: [name: string, Suite][], scale: Scale): Promise<Measured> {
  let generator = startGenerator();
  const originals = makeOriginals(() => generator);
  const measured: Measured = { figures: [], unmeasured: [], failed: [] };
  const leaveOut: Bench["leaveOut"] = (why, ...names) =>
    measured.unmeasured.push(...names.map((name) => ({ name, why })));
  for (const [name, suite] of suites) {
    const end = timing(name, generator);
    try {
      const bench = { ...scale, ...originals, generator, leaveOut };
      measured.figures.push(...(await within(scale.minutesMax, suite(bench))));
    } catch (error) {
      measured.failed.push(name);
      process.stderr.write(
        `── ${name} failed: ${error instanceof Error ? error.stack : String(error)}\n`,
      );
      stopRemaining();
      generator = startGenerator();
    }
    end();
  }
  await originals.remove();
  await generator.stop();
  return measured;
}

/** Elapsed and CPU seconds of all programs: on a busy machine only CPU shows the cost. */
function timing(name: string, { pid }: Generator): () => void {
  const running = () => childProcesses().filter((child) => child === pid);
  const [startedAt, cpu] = [performance.now(), cpuSecondsOfAll(running())];
  return () => {
    const seconds = (performance.now() - startedAt) / 1000;
    const cpuSeconds = cpuSecondsOfAll(running()) - cpu;
    process.stdout.write(
      `── ${name}: ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processor time\n`,
    );
  };
}

/** A suite that never ends would lose all figures. */
async function within(minutes: number, figures: Promise<Figure[]>): Promise<Figure[]> {
  const waited = new AbortController();
  const late = pause(minutes * 60_000, undefined, { signal: waited.signal }).then(() => {
    throw new Error(`It has not ended within ${minutes} minutes.`);
  });
  try {
    return await Promise.race([figures, late]);
  } finally {
    late.catch(() => undefined);
    waited.abort();
  }
}

function stopRemaining(): void {
  for (const pid of childProcesses()) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has just exited.
    }
  }
}
