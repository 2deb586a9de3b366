import { gzip as gzipCallback } from "node:zlib";
import { promisify } from "node:util";
import type { RequestHandler, Response } from "express";

const gzip = promisify(gzipCallback);

/** Smaller responses fit in one packet. */
const worthwhileBytes = 1_000;

/** Measured on 40 kB of HTML: 0.46 ms for 12.2 kB; level 6 and brotli 4 take 0.69 ms for 12.0. */
const level = 4;

const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]*(?:json|javascript|xml)|manifest)|image\/svg)/;

/**
 * Compresses text responses. Pages and `.json` responses are complete before they are sent
 * (`entry.server.tsx`), so this collects and compresses them at once. Streams (`text/event-stream`)
 * and binary responses pass unchanged. Replaces a package with seven dependencies and a stream per
 * response.
 */
export const compress: RequestHandler = (request, response, next) => {
  if (request.method === "HEAD" || !request.acceptsEncodings("gzip")) {
    response.vary("Accept-Encoding");
    return next();
  }
  collect(response, async (body) => {
    if (body.length < worthwhileBytes) return body;
    const zipped = await gzip(body, { level });
    response.setHeader("Content-Encoding", "gzip");
    response.setHeader("Content-Length", zipped.length);
    return zipped;
  });
  next();
};

/**
 * Buffers the response until its end and sends what `pack` returns. Incompressible responses are
 * sent immediately.
 */
function collect(response: Response, pack: (body: Buffer) => Promise<Buffer>): void {
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  const chunks: Buffer[] = [];
  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === "string") chunks.push(Buffer.from(chunk, encodingOf(encoding)));
    else if (chunk instanceof Uint8Array)
      chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  };
  let passing: boolean | undefined;
  const passes = () => (passing ??= !isCompressible(response));
  const finish = async (whenDone: Callback | undefined) => {
    try {
      end(await pack(Buffer.concat(chunks)), whenDone);
    } catch (error) {
      response.destroy(error as Error);
    }
  };
  response.write = ((...words: Parameters<Response["write"]>) => {
    if (passes()) return write(...words);
    keep(words[0], words[1]);
    callbackOf(words)?.();
    return true;
  }) as Response["write"];
  response.end = ((...words: Parameters<Response["end"]>) => {
    if (passes()) return end(...words);
    keep(words[0], words[1]);
    void finish(callbackOf(words));
    return response;
  }) as Response["end"];
}

type Callback = () => void;

const callbackOf = (words: unknown[]) =>
  words.findLast((word) => typeof word === "function") as Callback | undefined;

const encodingOf = (encoding: unknown): BufferEncoding =>
  typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8";

/** Decided at the first byte, when the headers are known. */
function isCompressible(response: Response): boolean {
  if (response.headersSent || !compressible.test(String(response.getHeader("Content-Type") ?? "")))
    return false;
  response.vary("Accept-Encoding");
  const { statusCode } = response;
  if (statusCode === 204 || statusCode === 206 || statusCode === 304) return false;
  if (response.hasHeader("Content-Encoding")) return false;
  return !String(response.getHeader("Cache-Control") ?? "").includes("no-transform");
}
