// F1: the least that a server must do to understand an event. Reads, decompresses if it must, parses, answers.
import { createServer } from "node:http";
import { decoded } from "./decoded.ts";
import { listen } from "./listen.ts";

const newline = 0x0a;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = decoded(request, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    const event = JSON.parse(payloadOf(body)) as { event_id: string };
    response.setHeader("Content-Type", "application/json");
    response.end(`{"id":"${event.event_id}"}`);
  });
});
listen(server);

/** The third line: an envelope's header and its one item's header stand before it. */
function payloadOf(body: Buffer): string {
  const start = body.indexOf(newline, body.indexOf(newline) + 1) + 1;
  return body.toString("utf8", start);
}
