import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Faults of a running server besides those of its disk. */
export type Faults = {
  environment: Record<string, string>;
  /** Shifts its clock from now on. */
  setClock(offsetMs: number): Promise<void>;
  /** Fails the thread with an uncaught error, now or at its next start. */
  kill(thread: Thread): Promise<void>;
  /** Whether the thread has failed since the last request to. */
  isDead(thread: Thread): boolean;
};

type Thread = "worker" | "reader-worker" | "artifact-worker";

export async function prepareFaults(): Promise<Faults> {
  const folder = await mkdtemp(join(tmpdir(), "spoor-faults-"));
  const preload = fileURLToPath(new URL("fault-preload.mjs", import.meta.url));
  return {
    environment: { NODE_OPTIONS: `--import ${preload}`, SPOOR_FAULTS: folder },
    setClock: (offsetMs) => writeFile(join(folder, "clock"), `${offsetMs}`),
    kill: (thread) => writeFile(join(folder, `die-${thread}`), ""),
    isDead: (thread) => !existsSync(join(folder, `die-${thread}`)),
  };
}
