import { createHash } from "node:crypto";
import { tildeUrl } from "#server/domain/artifact/asset-name.ts";
import { type BundleFile, readBundle } from "#server/ingest/artifacts/read-bundle.ts";
import type {
  ArtifactStore,
  BundleName,
  NewArtifact,
} from "#server/storage/artifacts/artifact-store.ts";
import { debugIdOfMap } from "./file-marks.ts";

export type Assembly = {
  /** One for each project of the upload. */
  bundles: BundleName[];
  checksum: string;
  /** SHA-1 of each chunk, in order. */
  chunks: string[];
};

export type Assembled = { state: "ready"; files: number } | { state: "failed"; reason: string };

/** Assembles a complete bundle into files for reading events, or fails with a message. */
export async function assemble(
  artifacts: ArtifactStore,
  { bundles, checksum, chunks }: Assembly,
): Promise<Assembled> {
  const outcome = readFiles(await artifacts.readChunks(chunks), checksum);
  for (const bundle of bundles) {
    if ("reason" in outcome)
      await artifacts.settleBundle(bundle, { state: "failed", reason: outcome.reason });
    else await artifacts.settleBundle(bundle, { state: "ready" }, outcome.files);
  }
  return "reason" in outcome
    ? { state: "failed", ...outcome }
    : { state: "ready", files: outcome.files.length };
}

function readFiles(
  parts: Uint8Array[] | undefined,
  checksum: string,
): { files: NewArtifact[] } | { reason: string } {
  if (!parts) return { reason: "Parts of the upload are missing. Upload the files again." };
  const bytes = Buffer.concat(parts);
  if (createHash("sha1").update(bytes).digest("hex") !== checksum)
    return { reason: "The checksum of the upload doesn't match." };
  const bundle = readBundle(bytes);
  if ("fault" in bundle) return { reason: bundle.fault };
  const files = bundle.files.filter(({ kind }) => kind !== "other").map(artifactOf);
  return files.length > 0
    ? { files }
    : { reason: "The bundle contains no source files and no source maps." };
}

function artifactOf({ kind, url, debugId, sourceMapUrl, content }: BundleFile): NewArtifact {
  const id = debugId ?? (kind === "source_map" ? debugIdOfMap(content) : undefined);
  return {
    kind,
    url: tildeUrl(url),
    content,
    ...(id !== undefined && { debugId: id }),
    ...(sourceMapUrl !== undefined && { sourceMapUrl }),
  };
}
