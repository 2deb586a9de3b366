import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { chunkLimits } from "#server/domain/artifact/chunk-limits.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { ArtifactStore } from "#server/storage/artifacts/artifact-store.ts";

export type ChunkRequest = { contentType: string; body: Uint8Array; at: number };

type Part = { digest: string; bytes: Uint8Array };

/**
 * Stores the parts of a multipart request if their content matches their names. Otherwise, rejects
 * the whole request.
 */
export async function storeChunks(
  artifacts: ArtifactStore,
  request: ChunkRequest,
): Promise<{ kept: number } | Problem> {
  const parts = await readParts(request);
  if (!parts) return malformed("The multipart form can't be parsed.");
  if (parts.length > chunkLimits.chunksPerRequest)
    return malformed(
      `A request can have at most ${chunkLimits.chunksPerRequest} chunks. This one has ${parts.length}.`,
    );
  const chunks: Part[] = [];
  for (const part of parts) {
    const chunk = await unpack(part);
    if ("problem" in chunk) return chunk;
    chunks.push(chunk);
  }
  for (const { digest, bytes } of chunks)
    await artifacts.putChunk({ digest, bytes, at: request.at });
  return { kept: chunks.length };
}

type NamedFile = { field: string; file: File };

async function readParts({ contentType, body }: ChunkRequest): Promise<NamedFile[] | undefined> {
  try {
    const form = await new Response(Buffer.from(body), {
      headers: { "content-type": contentType },
    }).formData();
    return [...form].flatMap(([field, value]) =>
      typeof value === "string" ? [] : [{ field, file: value }],
    );
  } catch {
    return undefined;
  }
}

async function unpack({ field, file }: NamedFile): Promise<Part | Problem> {
  if (!/^[0-9a-f]{40}$/i.test(file.name))
    return malformed("Name each chunk by the SHA-1 of its content, as 40 hexadecimal digits.");
  const digest = file.name.toLowerCase();
  const sent = Buffer.from(await file.arrayBuffer());
  const bytes = field === "file_gzip" ? gunzip(sent) : sent;
  if (!bytes)
    return malformed(
      `Chunk ${digest} cannot be unpacked, or unpacks to more than ${chunkLimits.chunkBytes} bytes.`,
    );
  if (bytes.byteLength > chunkLimits.chunkBytes)
    return {
      problem: "too-large",
      detail: `Chunk ${digest} is larger than ${chunkLimits.chunkBytes} bytes.`,
    };
  if (createHash("sha1").update(bytes).digest("hex") !== digest)
    return malformed(`Chunk ${digest} doesn't match its checksum.`);
  return { digest, bytes };
}

function gunzip(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: chunkLimits.chunkBytes });
  } catch {
    return undefined;
  }
}

const malformed = (detail: string): Problem => ({ problem: "malformed", detail });
