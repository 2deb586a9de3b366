import { Buffer } from "node:buffer";
import * as zlib from "node:zlib";
import type { Problem } from "#server/domain/problem.ts";
import type { Limits } from "./limits.ts";
import { printBytes } from "./limits.ts";

type Decoder = (
  body: Uint8Array,
  options: { maxOutputLength: number; chunkSize: number },
) => Buffer;

const decoders = new Map<string, Decoder>([
  ["gzip", zlib.gunzipSync],
  ["x-gzip", zlib.gunzipSync],
  ["deflate", inflateEither],
  ["br", zlib.brotliDecompressSync],
  ["zstd", zlib.zstdDecompressSync],
]);

/**
 * The body without its Content-Encoding, or a problem. An absent or empty encoding is identity (the
 * Ruby SDK sends an empty one) and costs no copy. Blocks the thread during decompression, within
 * the limits.
 */
export function decodeBody(
  body: Uint8Array,
  encoding: string | undefined,
  limits: Limits,
): Buffer | Problem {
  if (body.byteLength > limits.compressed) return tooLarge("The body", limits.compressed);
  const name = encoding?.trim().toLowerCase() || "identity";
  if (name === "identity") return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const decoder = decoders.get(name);
  if (!decoder) return unknownEncoding(name);
  return decompress(body, name, decoder, limits);
}

/** Also for bodies that are compressed without a header (the legacy store endpoint). */
export function inflateEither(body: Uint8Array, options: Parameters<Decoder>[1]): Buffer {
  // "deflate" means zlib (RFC 9110), but many clients send raw deflate. The first two bytes of a
  // zlib header are a multiple of 31, which happens in one in a thousand raw deflate streams: zlib
  // then fails, and raw is tried.
  const looksLikeZlib =
    body.length > 1 && (body[0]! & 0x0f) === 8 && ((body[0]! << 8) | body[1]!) % 31 === 0;
  return looksLikeZlib ? zlib.inflateSync(body, options) : zlib.inflateRawSync(body, options);
}

export function decompress(
  body: Uint8Array,
  name: string,
  decoder: Decoder,
  limits: Limits,
): Buffer | Problem {
  try {
    const chunkSize = likelySize(body, name);
    const bytes = decoder(body, { maxOutputLength: limits.decompressed, chunkSize });
    const { buffer } = bytes;
    // Small buffers are in Node's shared pool, which has another length.
    if (buffer.byteLength === chunkSize || buffer.byteLength === bytes.length)
      limits.onDecompressed?.(buffer);
    return bytes;
  } catch (error) {
    return explain((error as NodeJS.ErrnoException).code, name, limits);
  }
}

/**
 * An output buffer of the right size avoids joining many: 12,000 instead of 7,000 bodies of 25 kB
 * per second. Gzip ends with its size, which the sender may forge, so it is a hint within bounds.
 */
function likelySize(body: Uint8Array, name: string): number {
  const guess =
    name.endsWith("gzip") && body.length > 18 ? sizeInTrailer(body) + 1 : body.length * 6;
  return Math.max(1_024, Math.min(guess, body.length * 16, 4 * 1_048_576));
}

function sizeInTrailer(body: Uint8Array): number {
  return new DataView(body.buffer, body.byteOffset + body.byteLength - 4, 4).getUint32(0, true);
}

function explain(code: string | undefined, name: string, limits: Limits): Problem {
  if (code === "ERR_BUFFER_TOO_LARGE")
    return tooLarge("The decompressed body", limits.decompressed);
  const ending = code === "Z_BUF_ERROR" ? "is incomplete" : "is not valid ${name}";
  return {
    problem: "malformed",
    detail: `The body is declared as ${name} and ${ending}.`,
    causes: [code ?? "unknown"],
  };
}

function tooLarge(what: string, limit: number): Problem {
  return {
    problem: "too-large",
    detail: `${what} is larger than the limit of ${printBytes(limit)}.`,
  };
}

function unknownEncoding(name: string): Problem {
  const taken = [...decoders.keys(), "identity"].join(", ");
  return {
    problem: "unsupported",
    detail: `The content encoding "${name.slice(0, 40)}" is not supported. Supported: ${taken}.`,
  };
}
