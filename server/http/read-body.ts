import type { IncomingMessage } from "node:http";
import { giveBackBytes } from "#server/give-back.ts";

/** How long, and how much of it, what is too large is still listened to. */
const patience = { ms: 1_000, times: 3 };

/**
 * The request's bytes as they came, "too-large" beyond `maxBytes`, or "aborted" when the client went away. Nothing is
 * decompressed here: that is work for the worker. What is too large is let go as it comes, for a moment: a client that is
 * still writing when the connection closes would see it break, and never read the answer that says why.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Uint8Array | "too-large" | "aborted"> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let isTooLarge = false;
    const refuse = () => resolve("too-large");
    const letGo = () => {
      isTooLarge = true;
      chunks = [];
      setTimeout(refuse, patience.ms).unref();
    };
    if (Number(request.headers["content-length"]) > maxBytes) letGo();
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (!isTooLarge && size > maxBytes) letGo();
      if (!isTooLarge) chunks.push(chunk);
      else if (size > patience.times * maxBytes) refuse();
    });
    request.on("end", () => {
      if (isTooLarge) refuse();
      else resolve(chunks.length === 1 ? chunks[0]! : joined(chunks));
    });
    request.on("close", () => resolve("aborted"));
    request.on("error", () => resolve("aborted"));
  });
}

function joined(chunks: Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  chunks.forEach(giveBackBytes);
  return body;
}
