import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import express, { type RequestHandler } from "express";
import { expect, onTestFinished, test } from "vitest";
import { compress } from "./compress.ts";

const long = "a page with words in it ".repeat(100);

async function answer(handler: RequestHandler, { encoding = "gzip", method = "GET" } = {}) {
  const server = createServer(express().use(compress, handler)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sent = get({ port, host: "127.0.0.1", method, headers: { "accept-encoding": encoding } });
  const [message] = (await once(sent, "response")) as [IncomingMessage];
  return { headers: message.headers, status: message.statusCode, body: await buffer(message) };
}

test("complete text is compressed with its length", async () => {
  const { headers, body } = await answer(
    (_request, response) => void response.type("html").send(long),
  );
  expect(headers).toMatchObject({
    "content-encoding": "gzip",
    "content-length": String(body.length),
  });
  expect(headers.vary).toContain("Accept-Encoding");
  expect(headers.etag).toMatch(/^W\//);
  expect(gunzipSync(body).toString()).toBe(long);
});

test("text written in parts is one response", async () => {
  const { body } = await answer((_request, response) => {
    response.setHeader("Content-Type", "application/json; charset=utf-8");
    response.write('"');
    response.write(Buffer.from(long));
    response.end('"');
  });
  expect(JSON.parse(gunzipSync(body).toString())).toBe(long);
});

test.each<[why: string, handler: RequestHandler, options: { encoding?: string; method?: string }]>([
  [
    "nobody asked",
    (_request, response) => void response.type("html").send(long),
    { encoding: "identity" },
  ],
  ["it is short", (_request, response) => void response.type("html").send("short"), {}],
  [
    "it is no text",
    (_request, response) => void response.type("png").send(Buffer.alloc(5_000)),
    {},
  ],
  [
    "it is compressed",
    (_request, response) => void response.type("js").set("Content-Encoding", "br").send(long),
    {},
  ],
  [
    "only its head was asked for",
    (_request, response) => void response.type("html").send(long),
    { method: "HEAD" },
  ],
])("responses stay uncompressed if %s", async (_why, handler, options) => {
  const { headers } = await answer(handler, options);
  expect(headers["content-encoding"]).not.toBe("gzip");
  expect(Number(headers["content-length"])).toBeGreaterThan(0);
});

test("an event stream passes as it arrives", async () => {
  const { headers, body } = await answer((_request, response) => {
    response.setHeader("Content-Type", "text/event-stream");
    response.flushHeaders();
    response.write(`data: ${long}\n\n`);
    setTimeout(() => response.end(), 10);
  });
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body.toString()).toBe(`data: ${long}\n\n`);
});

test("a response without a body has none", async () => {
  expect(await answer((_request, response) => void response.sendStatus(304))).toMatchObject({
    status: 304,
  });
  expect((await answer((_request, response) => void response.status(204).end())).body).toHaveLength(
    0,
  );
});
