import { createServer, type IncomingMessage, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createBodyRoom, type RoomedBody } from "./read-body.ts";

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

/** A server that reads bodies within one memory limit. Responds with the size or the refusal. */
async function startReader(mostBytes: number, maxBytes: number) {
  const room = createBodyRoom(mostBytes);
  const sizeOf = (read: RoomedBody) => (typeof read === "string" ? read : String(read.byteLength));
  const server = createServer((request: IncomingMessage, response) => {
    void room.read(request, maxBytes).then((read) => response.end(sizeOf(read)));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  opened.push({ close: () => (server.closeAllConnections(), server.close()) });
  return (server.address() as AddressInfo).port;
}

/** Sends `sent` bytes of a body that declares one more, and the rest on request. */
function begin(port: number, sent: number) {
  const headers = { "content-length": sent + 1 };
  const client = sendRequest({ port, host: "127.0.0.1", method: "POST", headers });
  const answer = new Promise<string>((resolve, reject) => {
    client.on("response", (response) => response.on("data", (chunk) => resolve(String(chunk))));
    client.on("error", reject);
  });
  client.write(Buffer.alloc(sent));
  return { answer, finish: () => client.end("x"), destroy: () => client.destroy() };
}

const settled = (answer: Promise<string>) =>
  Promise.race([answer, new Promise<string>((resolve) => setTimeout(resolve, 200, "waits"))]);

test("of too many incomplete bodies, the largest is refused and small ones are read", async () => {
  const port = await startReader(1_000_000, 10_000_000);
  const large = begin(port, 700_000);
  const small = begin(port, 10_000);
  expect(await settled(large.answer)).toBe("waits");
  const second = begin(port, 500_000);
  expect(await large.answer).toBe("crowded-out");
  small.finish();
  second.finish();
  expect([await small.answer, await second.answer]).toEqual(["10001", "500001"]);
});

test("an aborted request releases its memory", async () => {
  const port = await startReader(1_000_000, 10_000_000);
  for (let i = 0; i < 5; i++) {
    const left = begin(port, 900_000);
    left.answer.catch(() => undefined);
    expect(await settled(left.answer)).toBe("waits");
    left.destroy();
  }
  const whole = begin(port, 900_000);
  whole.finish();
  expect(await whole.answer).toBe("900001");
});

test("an oversized body is refused, declared or not", async () => {
  const port = await startReader(1_000_000, 1_000);
  expect(await begin(port, 5_000).answer).toBe("too-large");
});
