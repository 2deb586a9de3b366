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
 * The thread that unpacks bundles and parses source maps: both are other people's files of many
 * megabytes, and take as long as they take. It runs while it is called and a minute longer; when a
 * file makes it run out of memory, it alone dies.
 */
const { artifacts } = await openStore(workerData as Config);
const findMap = assetMaps(artifacts);

answerCalls<ArtifactCalls>(parentPort!, {
  unminify: (stacks) => unminifyStacks(stacks, findMap),
  assemble: (assembly) => assemble(artifacts, assembly),
  storeChunks: (request) => storeChunks(artifacts, request),
  takeForm: (upload) => takeForm(artifacts, upload),
});
