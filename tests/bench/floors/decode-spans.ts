// F2: the least that a server must do to understand spans, with the usual decoder. Reads, decompresses if it must, decodes,
// answers. protobufjs compiles the messages at its first one, into the code that it would have written to a file.
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import protobuf from "protobufjs";
import { decoded } from "./decoded.ts";
import { listen } from "./listen.ts";

const messages = protobuf.loadSync(fileURLToPath(new URL("trace.proto", import.meta.url)));
const tracesData = messages.lookupType("TracesData");

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = decoded(request, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    const { resourceSpans } = tracesData.decode(body) as unknown as { resourceSpans: unknown[] };
    response.statusCode = resourceSpans.length > 0 ? 200 : 400;
    response.setHeader("Content-Type", "application/x-protobuf");
    response.end();
  });
});
listen(server);
