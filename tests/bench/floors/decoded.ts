import type { IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";

/** A single output buffer sized by gzip's trailer; joining several would nearly halve the rate. */
export function decoded({ headers }: IncomingMessage, body: Buffer): Buffer {
  if (headers["content-encoding"] !== "gzip") return body;
  return gunzipSync(body, { chunkSize: body.readUInt32LE(body.length - 4) + 1 });
}
