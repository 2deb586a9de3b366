import type { IncomingMessage } from "node:http";
import { giveBackBytes } from "#server/threads/give-back.ts";

/** How long, and how many bytes, an oversized body is still read. */
const patience = { ms: 1_000, times: 3 };

/** Total memory limit of incomplete bodies (`createBodyRoom`). */
type BodyRoom = { read(request: IncomingMessage, maxBytes: number): Promise<RoomedBody> };

type PlainBody = Uint8Array | "too-large" | "aborted";
export type RoomedBody = PlainBody | "crowded-out";

/** A partially received body. */
type Unfinished = { chunks: Buffer[]; size: number; drop: () => void };

/**
 * The request's raw bytes, "too-large" beyond `maxBytes`, or "aborted" if the client disconnected.
 * Decompression happens in the worker. An oversized body is read and dropped for a moment: a client
 * that is still writing when the connection closes sees a reset and never reads the response.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<PlainBody> {
  return createBodyRoom(Infinity).read(request, maxBytes) as Promise<PlainBody>;
}

/**
 * Reads bodies like `readBody`, with a total limit of `mostBytes` for incomplete bodies. If
 * exceeded, the largest is refused as "crowded-out": a hundred clients that stopped before the last
 * byte held two gigabytes for the request timeout, and small requests must not suffer from them.
 */
export function createBodyRoom(mostBytes: number): BodyRoom {
  const unfinished = new Set<Unfinished>();
  let heldBytes = 0;

  function letGo(body: Unfinished): boolean {
    heldBytes -= unfinished.has(body) ? body.size : 0;
    return unfinished.delete(body);
  }

  /** One is enough: this runs with each received chunk. */
  function makeRoom(): void {
    if (heldBytes <= mostBytes) return;
    let largest: Unfinished | undefined;
    for (const each of unfinished) if (!largest || each.size > largest.size) largest = each;
    largest?.drop();
  }

  function read(request: IncomingMessage, maxBytes: number): Promise<RoomedBody> {
    return new Promise((resolve) => {
      const body: Unfinished = { chunks: [], size: 0, drop: () => stop("crowded-out") };
      let received = 0;
      const stop = (why: "too-large" | "crowded-out" | "aborted") => {
        // Frees the abandoned body immediately: garbage collection would take minutes.
        if (letGo(body)) body.chunks.forEach(giveBackBytes);
        if (why === "too-large") setTimeout(resolve, patience.ms, why).unref();
        else resolve(why);
      };
      unfinished.add(body);
      if (Number(request.headers["content-length"]) > maxBytes) stop("too-large");
      request.on("data", (chunk: Buffer) => {
        received += chunk.length;
        if (!unfinished.has(body)) {
          giveBackBytes(chunk);
          if (received > patience.times * maxBytes) resolve("too-large");
          return;
        }
        body.chunks.push(chunk);
        body.size += chunk.length;
        heldBytes += chunk.length;
        if (body.size > maxBytes) stop("too-large");
        else makeRoom();
      });
      request.on("end", () => {
        if (!letGo(body)) resolve("too-large");
        else resolve(body.chunks.length === 1 ? body.chunks[0]! : joined(body.chunks));
      });
      request.on("close", () => stop("aborted"));
      request.on("error", () => stop("aborted"));
    });
  }

  return { read };
}

function joined(chunks: Buffer[]): Buffer {
  const body = Buffer.concat(chunks);
  chunks.forEach(giveBackBytes);
  return body;
}
