import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What can be done to a Spoor that runs, beside what its disk can do to it. */
export type Faults = {
  environment: Record<string, string>;
  /** From now on its clock is wrong by so much. */
  setClock(offsetMs: number): Promise<void>;
  /** The thread fails with an uncaught error, now or as soon as there is one. */
  kill(thread: Thread): Promise<void>;
  /** One has failed since it was last told to. */
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
