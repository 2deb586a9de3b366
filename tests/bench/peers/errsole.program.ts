// errsole in a minimal server: reads, decompresses, and parses the same envelopes as F1, logs each
// event, answers. errsole cannot wait until an entry is stored, so neither does this.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { decoded } from "../floors/decoded.ts";
import { listen } from "../floors/listen.ts";
import { payloadOf } from "../floors/payload-of.ts";

type Errsole = {
  initialize(options: object): void;
  meta(data: unknown): { error(message: string): void };
};
type SentryEvent = { event_id: string; exception: { values: { type: string; value: string }[] } };

const requireFrom = createRequire(`${process.env.PEERS_FOLDER!}/`);
const errsole = requireFrom("errsole") as Errsole;
const Storage = requireFrom("errsole-sqlite") as new (path: string) => object;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const event = JSON.parse(
      payloadOf(decoded(request, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))),
    ) as SentryEvent;
    const { type, value } = event.exception.values.at(-1)!;
    errsole.meta(event).error(`${type}: ${value}`);
    response.setHeader("Content-Type", "application/json");
    response.end(`{"id":"${event.event_id}"}`);
  });
});
listen(server);

// Called last, as output is hidden from here on.
server.once("listening", () => {
  const storage = new Storage(process.env.PEER_DATABASE!);
  errsole.initialize({
    storage,
    enableConsoleOutput: false,
    enableDashboard: false,
    exitOnException: false,
  });
});
