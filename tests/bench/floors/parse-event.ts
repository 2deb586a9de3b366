// F1: the least that a server must do to understand an event. Reads, decompresses if it must, parses, answers.
import { createServer, type IncomingMessage } from "node:http";
import { gunzipSync } from "node:zlib";
import { listen } from "./listen.ts";

const newline = 0x0a;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = decode(request, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    const event = JSON.parse(payloadOf(body)) as { event_id: string };
    response.setHeader("Content-Type", "application/json");
    response.end(`{"id":"${event.event_id}"}`);
  });
});
listen(server);

/** One output buffer that fits, as gzip's trailer says: joining several would nearly halve the rate. */
function decode({ headers }: IncomingMessage, body: Buffer): Buffer {
  if (headers["content-encoding"] !== "gzip") return body;
  return gunzipSync(body, { chunkSize: body.readUInt32LE(body.length - 4) + 1 });
}

/** The third line: an envelope's header and its one item's header stand before it. */
function payloadOf(body: Buffer): string {
  const start = body.indexOf(newline, body.indexOf(newline) + 1) + 1;
  return body.toString("utf8", start);
}
