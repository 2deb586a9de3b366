import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { expect, test } from "vitest";
import { ingestHandler, ingestFirst } from "./ingest-handler.ts";

test("before Express, an exception is logged and answered, and other requests continue", async () => {
  const seen: string[] = [];
  const receive = () => Promise.reject(new Error("a bug"));
  const app = express().use((_request, response) => void response.send("a page"));
  const first = ingestFirst(
    ingestHandler({ intake: { receive }, now: Date.now }),
    app,
    (_, message, facts) => {
      seen.push(`${message} ${JSON.stringify(facts)}`);
    },
  );
  const server = createServer(first).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const refused = await fetch(`${url}/api/1/envelope/?sentry_key=abc`, {
    method: "POST",
    body: "{}",
  });
  expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([500, "*"]);
  expect(seen).toEqual([expect.stringContaining('"path":"/api/1/envelope/"')]);
  expect(await (await fetch(`${url}/shop`)).text()).toBe("a page");
  server.closeAllConnections();
  server.close();
});
