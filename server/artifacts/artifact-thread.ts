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

/** What the thread for uploads and source maps does (`artifact-worker.ts`). */
export type ArtifactCalls = {
  unminify: (stacks: MinifiedStacks) => Promise<UnminifiedStacks>;
  assemble: (assembly: Assembly) => Promise<Assembled>;
  storeChunks: (request: ChunkRequest) => Promise<{ kept: number } | Problem>;
  takeForm: (upload: FormUpload) => Promise<Bundle | WrongForm>;
};

export type ArtifactThread = Thread<ArtifactCalls>;

/**
 * Decoded maps are bounded far below (asset-maps.ts); one that needs more than all of this ends the
 * thread, and it alone.
 */
const mostHeapBytes = 768 << 20;
/** Far above: whatever reaches it may end the process (watch-heap.ts). */
const resourceLimits = { maxOldGenerationSizeMb: 2048 };
const idleMs = 60_000;

/**
 * `sibling` is another thread's program, compiled or not: this one's is beside it. `config` is
 * handed on.
 */
export function artifactThread(sibling: string, config: object): ArtifactThread {
  const path = join(dirname(sibling), `artifact-worker${extname(sibling)}`);
  return startOnCall<ArtifactCalls>(
    () => new Worker(path, { workerData: config, resourceLimits }),
    idleMs,
    mostHeapBytes,
  );
}
