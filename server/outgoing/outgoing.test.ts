import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { parseAllowedPrivate, type AllowedPrivate } from "#server/domain/net/allowed-private.ts";
import type { Resolve } from "./guarded-lookup.ts";
import { createOutgoing } from "./outgoing.ts";
import { outgoingFetch } from "./outgoing-fetch.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(answer: RequestListener, host = "127.0.0.1", port = 0): Promise<number> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(port, host, done));
  return (server.address() as AddressInfo).port;
}

const allow = (text: string) => parseAllowedPrivate(text) as AllowedPrivate;
const leadsTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
/** In these tests, the loopback address counts as public. All others remain private. */
const onlyOne = allow("127.0.0.1/32");

describe("private addresses are never reached", () => {
  test.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://0x7f.1/",
    "http://0x7f000001/",
    "http://127.1/",
    "http://0/",
    "http://10.1.2.3/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://172.31.255.255/",
    "http://192.168.0.1/",
    "http://198.19.0.1/",
    "http://203.0.113.9/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/",
    "http://[fc00::1]/",
    "http://[fe80::1]/",
    "http://[ff02::1]/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://api.localhost/",
    "http://printer.local/",
    "http://user:secret@example.com/",
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "not an address",
  ])("%s", async (url) => {
    const outgoing = createOutgoing({
      resolve: () => Promise.reject(new Error("a literal address was looked up")),
    });
    expect(await outgoing({ url })).toMatchObject({ failed: "refused" });
  });

  test.each(["127.0.0.1", "10.0.0.1", "::1", "::ffff:10.0.0.1", "fe80::1%eth0", "64:ff9b::a00:1"])(
    "a name that resolves to %s",
    async (address) => {
      const outgoing = createOutgoing({ resolve: leadsTo(address) });
      expect(await outgoing({ url: "http://hooks.example.com/" })).toMatchObject({
        failed: "refused",
      });
    },
  );

  test("a name with a public and a private address", async () => {
    const outgoing = createOutgoing({ resolve: leadsTo("93.184.216.34", "127.0.0.1") });
    expect(await outgoing({ url: "http://hooks.example.com/" })).toMatchObject({
      failed: "refused",
    });
  });
});

test("connections use the checked address, even if the name changes", async () => {
  const reached: string[] = [];
  const port = await listen(
    (_request, response) => void (reached.push("one"), response.end("one")),
  );
  await listen(
    (_request, response) => void (reached.push("two"), response.end("two")),
    "127.0.0.2",
    port,
  );
  const answers = ["127.0.0.1", "127.0.0.2"];
  let looks = 0;
  const resolve: Resolve = async () => [{ address: answers[looks++ % 2]!, family: 4 }];
  const outgoing = createOutgoing({ allowed: onlyOne, resolve });
  const url = `http://rebound.example.com:${port}/`;
  expect(await outgoing({ url })).toMatchObject({ status: 200, body: Buffer.from("one") });
  expect(looks).toBe(1);
  expect(await outgoing({ url })).toMatchObject({ failed: "refused" });
  expect(reached).toEqual(["one"]);
});

describe("redirects", () => {
  const outgoing = createOutgoing({ allowed: onlyOne, resolve: leadsTo("127.0.0.1") });

  test.each([
    "http://127.0.0.2:1/",
    "http://[::1]/",
    "http://localhost/",
    "file:///etc/passwd",
    "http://u:p@example.com/",
  ])("to %s are refused", async (location) => {
    const port = await listen((_request, response) => response.writeHead(302, { location }).end());
    expect(await outgoing({ url: `http://a.example.com:${port}/` })).toMatchObject({
      failed: "refused",
    });
  });

  test("are followed up to a limit", async () => {
    let asked = 0;
    const port = await listen((_request, response) => {
      asked += 1;
      response.writeHead(307, { location: "/again" }).end();
    });
    expect(await outgoing({ url: `http://a.example.com:${port}/` })).toMatchObject({
      failed: "redirects",
    });
    expect(asked).toBe(4);
  });

  test("hide secrets from other hosts, and 303 turns a post into a get", async () => {
    const heard: [string | undefined, unknown, unknown][] = [];
    const port = await listen((request, response) => {
      const { method, headers } = request;
      heard.push([method, headers.authorization, headers["x-spoor-signature"]]);
      const location = `http://b.example.com:${port}/there`;
      if (request.url === "/there") response.end("done");
      else response.writeHead(303, { location }).end();
    });
    const headers = { Authorization: "Bearer abc", "X-Spoor-Signature": "def" };
    const answer = await outgoing({
      url: `http://a.example.com:${port}/`,
      method: "POST",
      headers,
      body: "{}",
    });
    expect(answer).toMatchObject({ status: 200, url: `http://b.example.com:${port}/there` });
    expect(heard).toEqual([
      ["POST", "Bearer abc", "def"],
      ["GET", undefined, undefined],
    ]);
  });
});

describe("limits", () => {
  const outgoing = createOutgoing({ allowed: onlyOne });

  test("a slow response times out", async () => {
    const port = await listen((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(timer));
    });
    const begun = performance.now();
    expect(await outgoing({ url: `http://127.0.0.1:${port}/`, timeoutMs: 200 })).toMatchObject({
      failed: "timeout",
    });
    expect(performance.now() - begun).toBeLessThan(1_500);
  });

  test("an endless response is truncated", async () => {
    let sent = 0;
    const port = await listen((_request, response) => {
      const more = () =>
        void response.write(
          Buffer.alloc(64_000),
          () => (sent += 1) && !response.destroyed && more(),
        );
      more();
    });
    expect(await outgoing({ url: `http://127.0.0.1:${port}/`, maxBytes: 100_000 })).toMatchObject({
      failed: "too-large",
    });
    expect(sent).toBeLessThan(200);
  });

  test("no connection and an invalid header are results too", async () => {
    expect(await outgoing({ url: "http://127.0.0.1:1/" })).toMatchObject({ failed: "unreachable" });
    const headers = { "x-spoor": "a\r\nHost: evil.example" };
    expect(await outgoing({ url: "http://127.0.0.1:1/", headers })).toMatchObject({
      failed: "unreachable",
    });
  });
});

test("an allowed host is reached by its name only", async () => {
  const port = await listen((_request, response) => response.end("hook"));
  const outgoing = createOutgoing({
    allowed: allow("hooks.internal"),
    resolve: leadsTo("127.0.0.1"),
  });
  expect(await outgoing({ url: `http://hooks.internal:${port}/` })).toMatchObject({ status: 200 });
  expect(await outgoing({ url: `http://other.example:${port}/` })).toMatchObject({
    failed: "refused",
  });
  expect(await outgoing({ url: `http://127.0.0.1:${port}/` })).toMatchObject({ failed: "refused" });
});

test("as `fetch`: a response or an exception", async () => {
  const port = await listen((request, response) => {
    response.setHeader("content-type", "application/json");
    request.on("data", (chunk: Buffer) => response.write(chunk));
    request.on("end", () => response.end());
  });
  const fetchThere = outgoingFetch(createOutgoing({ allowed: onlyOne }));
  const body = new URLSearchParams({ code: "7" });
  const answer = await fetchThere(`http://127.0.0.1:${port}/token`, { method: "POST", body });
  expect([answer.status, await answer.text()]).toEqual([200, "code=7"]);
  await expect(fetchThere("http://169.254.169.254/")).rejects.toThrow("fetch failed");
});
