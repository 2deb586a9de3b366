import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Span } from "#server/domain/trace/span.ts";
import { decodeSpans } from "./decode/decode.ts";
import { itemsOf, postOtlp } from "./sample.fixture.ts";

/** Requests of the JavaScript SDK's own exporters, protobuf and JSON. */
function exported(): Buffer[] {
  const program = fileURLToPath(new URL("exporters.program.ts", import.meta.url));
  const lines = execFileSync(process.execPath, [program], { encoding: "utf8" }).trim().split("\n");
  return lines.map((line) => Buffer.from(line, "base64"));
}

async function spansOf(
  body: Uint8Array,
  contentType: string,
): Promise<{ spans: Span[]; items: string[] }> {
  const headers = {
    "content-type": contentType,
    "x-sentry-auth": "sentry sentry_key=0123456789abcdef0123456789abcdef",
  };
  const items = await itemsOf(postOtlp(body, { headers }));
  const parts = items.flatMap((item) => (item.kind === "spans" ? item.parts : []));
  return {
    spans: decodeSpans(parts.map(({ bytes }) => bytes)),
    items: items.map(({ kind }) => kind),
  };
}

test("protobuf and JSON of the JavaScript SDK are the same spans", async () => {
  const [binaryBody, jsonBody] = exported();
  const binary = await spansOf(binaryBody!, "application/x-protobuf");
  const json = await spansOf(jsonBody!, "application/json");
  expect(json).toEqual(binary);
  expect(binary.items).toEqual(["spans", "event"]);
  const [child, root] = binary.spans;
  expect(root).toMatchObject({
    name: "GET /orders/:id",
    kind: "server",
    service: "shop",
    startedAtNs: 1_795_236_865_953_830_701n,
    attributes: { "http.route": "/orders/:id", "shop.sizes": ["s", "m"], "shop.ratio": 0.25 },
    scope: { name: "checkout", version: "2.0.0" },
    resource: { "service.version": "1.4.2" },
  });
  expect(root).not.toHaveProperty("parentSpanId");
  expect(child).toMatchObject({
    parentSpanId: root!.spanId,
    parentIsRemote: false,
    status: "error",
    statusMessage: "failed",
    events: [{ name: "exception", attributes: { "exception.type": "TypeError" } }],
    links: [{ traceId: root!.traceId, spanId: root!.spanId }],
  });
});
