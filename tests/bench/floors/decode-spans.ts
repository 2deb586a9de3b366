// F2: the minimum to understand spans with the usual decoder. Reads, decompresses if needed,
// decodes, answers. protobufjs compiles messages on first use to the code it would generate into a
// file.
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
