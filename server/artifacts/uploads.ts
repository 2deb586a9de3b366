import { setTimeout as pause } from "node:timers/promises";
import type { Bundle } from "#server/domain/artifact/artifact.ts";
import { chunkLimits } from "#server/domain/artifact/chunk-limits.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Store } from "#server/storage/store.ts";
import type { ArtifactThread } from "./artifact-thread.ts";
import { assetChecks, type CheckAssets } from "./asset-checks.ts";
import { boundedBody, type ByteStream } from "./bounded-body.ts";

/** A build tool's request: a bundle of these chunks for these projects. */
type BundleRequest = {
  projectIds: ProjectId[];
  /** SHA-1 of the whole and of each chunk, in order: 40 hex digits. */
  checksum: string;
  chunks: string[];
  release?: string;
  dist?: string;
  uploadedBy: string;
};

/** In the tools' format: they poll until the state is `ok` or `error`, and send missing chunks. */
type BundleAnswer = {
  state: "not_found" | "created" | "ok" | "error";
  missingChunks: string[];
  detail: string | null;
};

export type Uploads = {
  storeChunks(contentType: string, body: Uint8Array): Promise<{ kept: number } | Problem>;
  assemble(request: BundleRequest): Promise<BundleAnswer>;
  /** Built files and maps from a form. Errors are returned per field. */
  takeForm(form: SentForm): Promise<Bundle | WrongForm | Problem>;
  /** All files that browsers ran, and whether their frames would be mapped now. */
  checkAssets: CheckAssets;
};

type SentForm = {
  projectId: ProjectId;
  contentType: string;
  /** From the header: a body declared as too long is dropped. */
  contentLength: string | null;
  body: ByteStream | null;
};

type UploadDeps = {
  store: Pick<Store, "artifacts" | "releases">;
  thread: Pick<ArtifactThread, "call">;
  now: () => number;
  /** Called when a bundle's files are stored: earlier events may be readable now. */
  onReady: (projectIds: ProjectId[]) => void;
  onFailure: (error: unknown) => void;
};

/** Most bundles are ready by then, and tools that don't wait learn the result. */
const promptMs = 3_000;

export function createUploads({ store, thread, now, onReady, onFailure }: UploadDeps): Uploads {
  const { artifacts, releases } = store;
  /** By checksum: the state alone doesn't show whether work on it continues after a restart. */
  const underWay = new Map<string, Promise<void>>();
  let formsUnderWay = 0;

  async function assembleNow(request: BundleRequest, bundles: Bundle[]): Promise<void> {
    const names = bundles.map(({ projectId, id }) => ({ projectId, id }));
    for (const name of names) await artifacts.settleBundle(name, { state: "assembling" });
    const { checksum, chunks, projectIds } = request;
    try {
      const assembled = await patiently(() =>
        thread.call("assemble", { bundles: names, checksum, chunks }),
      );
      if (assembled.state === "ready") onReady(projectIds);
    } catch (error) {
      onFailure(error);
      const reason = "The bundle could not be unpacked. It may need more memory than is available.";
      for (const name of names) await artifacts.settleBundle(name, { state: "failed", reason });
    }
  }

  const open = ({ projectIds, chunks, ...bundle }: BundleRequest) =>
    Promise.all(
      projectIds.map((projectId) => {
        const byteLength = chunks.length * chunkLimits.chunkBytes;
        return artifacts.openBundle({ ...bundle, projectId, uploadedAt: now(), byteLength });
      }),
    );

  async function takeForm(form: SentForm): Promise<Bundle | WrongForm | Problem> {
    if (formsUnderWay >= formsAtOnce)
      return { problem: "unavailable", detail: tooMany, retryAfterS: 10 };
    formsUnderWay += 1;
    return takeOne(form).finally(() => (formsUnderWay -= 1));
  }

  async function takeOne({ projectId, contentType, contentLength, body }: SentForm) {
    const bytes = await boundedBody(body, contentLength, chunkLimits.bundleBytes);
    if (!bytes) return { problem: "too-large", detail: tooLarge } satisfies Problem;
    const at = now();
    const taken = await thread
      .call("takeForm", { projectId, contentType, body: bytes, at })
      .catch((error: unknown) => {
        onFailure(error);
        return diskCauseOf(error) === "exhausted" ? exhausted : undefined;
      });
    if (!taken) return { problem: "too-large", detail: tooMuchMemory } satisfies Problem;
    if ("errors" in taken || "problem" in taken) return taken;
    if (taken.release !== undefined) await releases.put({ projectId, version: taken.release }, at);
    onReady([projectId]);
    return taken;
  }

  return {
    takeForm,
    checkAssets: assetChecks(artifacts),
    storeChunks: (contentType, body) =>
      thread.call("storeChunks", { contentType, body, at: now() }),

    async assemble(request) {
      const { checksum, chunks, projectIds, release } = request;
      if (chunks.length * chunkLimits.chunkBytes > chunkLimits.bundleBytes + chunkLimits.chunkBytes)
        return error(tooLarge);
      const settled = settledAnswer(await open(request));
      if (settled) return settled;
      const missingChunks = await artifacts.missingChunks(chunks);
      if (missingChunks.length > 0 && !underWay.has(checksum))
        return { state: "not_found", missingChunks, detail: null };
      if (release !== undefined)
        for (const projectId of projectIds)
          await releases.put({ projectId, version: release }, now());
      if (!underWay.has(checksum)) {
        const work = assembleNow(request, await open(request)).finally(() =>
          underWay.delete(checksum),
        );
        underWay.set(checksum, work);
      }
      await Promise.race([
        underWay.get(checksum),
        new Promise((resolve) => setTimeout(resolve, promptMs).unref()),
      ]);
      return (
        settledAnswer(await open(request)) ?? { state: "created", missingChunks: [], detail: null }
      );
    },
  };
}

const patienceMs = 5_000;

/** The tool was told that it is in progress, so this waits for missing resources. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (diskCauseOf(error) !== "exhausted") throw error;
      await pause(patienceMs, undefined, { ref: false });
    }
  }
}

/** Each is held in memory, briefly twice. */
const formsAtOnce = 2;
const tooMany = "Other uploads are in progress. Try again in a few seconds.";

const exhausted: Problem = {
  problem: "unavailable",
  detail: "The machine is out of open files, threads, or memory. Nothing was changed. Try again.",
  retryAfterS: 10,
};
const tooMuchMemory = "These files could not be read. They may need more memory than is available.";
const tooLarge = `A bundle can be at most ${chunkLimits.bundleBytes >> 20} MiB. Upload fewer files at once.`;
const error = (detail: string): BundleAnswer => ({ state: "error", missingChunks: [], detail });

/** Undefined while any of them is unfinished. */
function settledAnswer(bundles: Bundle[]): BundleAnswer | undefined {
  const failed = bundles.map(({ state }) => state).find((state) => state.state === "failed");
  if (failed) return error(failed.reason);
  return bundles.every(({ state }) => state.state === "ready")
    ? { state: "ok", missingChunks: [], detail: null }
    : undefined;
}
