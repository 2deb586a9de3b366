import type { IncomingMessage } from "node:http";

/**
 * The request's bytes as they came, "too-large" beyond `maxBytes`, or "aborted" when the client went away. Nothing is
 * decompressed here: that is work for the worker.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | "too-large" | "aborted"> {
  if (Number(request.headers["content-length"]) > maxBytes) return Promise.resolve("too-large");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else resolve("too-large");
    });
    request.on("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    request.on("close", () => resolve("aborted"));
    request.on("error", () => resolve("aborted"));
  });
}
