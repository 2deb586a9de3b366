import { parentPort, workerData } from "node:worker_threads";
import type { ArtifactCalls } from "#server/artifacts/artifact-thread.ts";
import { assemble } from "#server/artifacts/assemble.ts";
import { storeChunks } from "#server/artifacts/chunk-upload.ts";
import { takeForm } from "#server/artifacts/form-upload.ts";
import { assetMaps } from "#server/artifacts/asset-maps.ts";
import { unminifyStacks } from "#server/artifacts/unminify-stacks.ts";
import type { Config } from "#server/config.ts";
import { openStore } from "#server/start/open-store.ts";
import { answerCalls } from "./thread-calls.ts";

/**
 * The thread that unpacks bundles and parses source maps: untrusted files of many megabytes with
 * unbounded processing time. It starts on demand and stops after a minute idle. If a file exhausts
 * its memory, only this thread dies.
 */
const { artifacts } = await openStore(workerData as Config);
const findMap = assetMaps(artifacts);

answerCalls<ArtifactCalls>(parentPort!, {
  unminify: (stacks) => unminifyStacks(stacks, findMap),
  assemble: (assembly) => assemble(artifacts, assembly),
  storeChunks: (request) => storeChunks(artifacts, request),
  takeForm: (upload) => takeForm(artifacts, upload),
});
