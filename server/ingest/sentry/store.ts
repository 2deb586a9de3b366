import { Buffer } from "node:buffer";
import { gunzipSync } from "node:zlib";
import type { Problem } from "#server/domain/problem.ts";
import { isProblem } from "#server/domain/problem.ts";
import { decompress, inflateEither } from "#server/ingest/body.ts";
import type { Limits } from "#server/ingest/limits.ts";

const openingBrace = 0x7b;

/**
 * The JSON text of a legacy store request: plain, base64, or base64 of zlib or gzip (the old Ruby
 * client), detected by content, because no header tells.
 */
export function decodeStoreBody(body: Buffer, limits: Limits): Buffer | Problem {
  if (firstByte(body) === openingBrace) return body;
  if (firstByte(body) === undefined) return unreadable("it is empty");
  const decoded = decodeBase64(body);
  if (!decoded) return unreadable("it is neither a JSON object nor base64");
  if (firstByte(decoded) === openingBrace) return decoded;
  const inflated = inflateUndeclared(decoded, limits);
  if (isProblem(inflated) || firstByte(inflated) === openingBrace) return inflated;
  return unreadable("its base64 content is not a JSON object");
}

function firstByte(bytes: Buffer): number | undefined {
  let position = 0;
  while (position < bytes.length && isBlank(bytes[position]!)) position += 1;
  return bytes[position];
}

const isBlank = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

function decodeBase64(body: Buffer): Buffer | undefined {
  const text = body.toString("latin1");
  // Searching for an excluded character can't backtrack.
  return /[^A-Za-z0-9+/_\-=\s]/.test(text) ? undefined : Buffer.from(text, "base64");
}

function inflateUndeclared(bytes: Buffer, limits: Limits): Buffer | Problem {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip
    ? decompress(bytes, "gzip", gunzipSync, limits)
    : decompress(bytes, "deflate", inflateEither, limits);
}

function unreadable(why: string): Problem {
  return { problem: "malformed", detail: `byte 0: the body is not an event: ${why}` };
}
