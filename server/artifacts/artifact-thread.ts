import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Bundle } from "#server/domain/artifact/artifact.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import type {
  MinifiedStacks,
  UnminifiedStacks,
} from "#server/domain/source-map/minified-stacks.ts";
import type { Problem } from "#server/domain/problem.ts";
import { startOnCall, type Thread } from "#server/threads/thread-calls.ts";
import type { Assembled, Assembly } from "./assemble.ts";
import type { ChunkRequest } from "./chunk-upload.ts";
import type { FormUpload } from "./form-upload.ts";

/** Calls of the thread for uploads and source maps (`artifact-worker.ts`). */
export type ArtifactCalls = {
  unminify: (stacks: MinifiedStacks) => Promise<UnminifiedStacks>;
  assemble: (assembly: Assembly) => Promise<Assembled>;
  storeChunks: (request: ChunkRequest) => Promise<{ kept: number } | Problem>;
  takeForm: (upload: FormUpload) => Promise<Bundle | WrongForm>;
};

export type ArtifactThread = Thread<ArtifactCalls>;

/**
 * Decoded maps are limited to far less (asset-maps.ts). A map that needs more ends only this
 * thread.
 */
const mostHeapBytes = 768 << 20;
/** Far above the limit: reaching it may end the process (watch-heap.ts). */
const resourceLimits = { maxOldGenerationSizeMb: 2048 };
const idleMs = 60_000;

/**
 * `sibling`: path of another thread's program, compiled or not. This thread's program is in the
 * same folder. `config` is passed to the thread.
 */
export function artifactThread(sibling: string, config: object): ArtifactThread {
  const path = join(dirname(sibling), `artifact-worker${extname(sibling)}`);
  return startOnCall<ArtifactCalls>(
    () => new Worker(path, { workerData: config, resourceLimits }),
    idleMs,
    mostHeapBytes,
  );
}
