import { chunkLimits } from "#server/domain/artifact/chunk-limits.ts";
import { textField } from "#server/domain/text-field.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { notAllowed, projectsNamed, projectsOf } from "./asked-projects.ts";
import { answer, type ApiAnswer, type AskedOfApi } from "./call.ts";
import { toolName } from "./fields.ts";

const sha1 = /^[0-9a-f]{40}$/i;

/** Upload settings. Only `gzip`: with zstd, the newest tool sends an incorrect header. */
export async function chunkOptions(asked: AskedOfApi): Promise<ApiAnswer | Problem> {
  if ((await projectsOf(asked)).length === 0) return notAllowed(asked);
  return answer({
    url: `${asked.publicUrl}/api/0/organizations/${asked.params.org}/chunk-upload/`,
    chunkSize: chunkLimits.chunkBytes,
    chunksPerRequest: chunkLimits.chunksPerRequest,
    maxFileSize: chunkLimits.bundleBytes,
    maxRequestSize: chunkLimits.requestBytes,
    concurrency: 2,
    hashAlgorithm: "sha1",
    compression: ["gzip"],
    accept: ["release_files", "sources", "artifact_bundles", "artifact_bundles_v2"],
  });
}

export async function takeChunks(asked: AskedOfApi): Promise<ApiAnswer | Problem> {
  if ((await projectsOf(asked)).length === 0) return notAllowed(asked);
  const { contentType, bytes } = asked.raw;
  if (!contentType.startsWith("multipart/form-data"))
    return {
      problem: "unsupported",
      detail: "Send chunks as multipart/form-data, in parts named “file” or “file_gzip”.",
    };
  const stored = await asked.services.uploads.storeChunks(contentType, bytes);
  return isProblem(stored) ? stored : answer({});
}

/**
 * Requests a bundle. The response lists missing chunks and, in the end, whether the bundle is
 * usable.
 */
export async function assembleBundle(asked: AskedOfApi): Promise<ApiAnswer | Problem> {
  const { checksum, chunks, version, dist } = asked.body;
  if (typeof checksum !== "string" || !sha1.test(checksum))
    return {
      problem: "malformed",
      detail: "Set “checksum” to the SHA-1 of the whole bundle, as 40 hexadecimal digits.",
    };
  if (
    !Array.isArray(chunks) ||
    chunks.length > 10_000 ||
    !chunks.every((each) => typeof each === "string" && sha1.test(each))
  )
    return {
      problem: "malformed",
      detail:
        "Set “chunks” to the SHA-1 digests of the bundle's chunks, each as 40 hexadecimal digits.",
    };
  const projects = await projectsNamed(asked, asked.body.projects);
  if (isProblem(projects)) return projects;
  const bundle = await asked.services.uploads.assemble({
    projectIds: projects.map(({ id }) => id),
    checksum: checksum.toLowerCase(),
    chunks: (chunks as string[]).map((digest) => digest.toLowerCase()),
    uploadedBy: toolName(asked.userAgent),
    ...textField("release", version),
    ...textField("dist", dist, 64),
  });
  return answer(bundle);
}
