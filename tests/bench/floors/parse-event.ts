// F1: the minimum to understand an event. Reads, decompresses if needed, parses, answers.
import { createServer } from "node:http";
import { decoded } from "./decoded.ts";
import { listen } from "./listen.ts";
import { payloadOf } from "./payload-of.ts";

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
