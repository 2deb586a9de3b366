// The floor of OTLP's JSON: reads, decompresses if needed, parses, answers.
import { createServer } from "node:http";
import { decoded } from "./decoded.ts";
import { listen } from "./listen.ts";

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = decoded(request, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    const { resourceSpans } = JSON.parse(body.toString("utf8")) as { resourceSpans: unknown[] };
    response.statusCode = resourceSpans.length > 0 ? 200 : 400;
    response.setHeader("Content-Type", "application/json");
    response.end("{}");
  });
});
listen(server);
