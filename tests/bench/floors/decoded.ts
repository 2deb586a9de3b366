import type { IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";

/** One output buffer that fits, as gzip's trailer says: joining several would nearly halve the rate. */
export function decoded({ headers }: IncomingMessage, body: Buffer): Buffer {
  if (headers["content-encoding"] !== "gzip") return body;
  return gunzipSync(body, { chunkSize: body.readUInt32LE(body.length - 4) + 1 });
}
