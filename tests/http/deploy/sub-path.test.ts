import { createServer, request as pass, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchJourneyBrowser } from "#tests/harness/browser.ts";
import { makeOwner, makeProject, owner } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// A proxy that forwards only paths below /errors/, like nginx with `location /errors/`.

let spoor: Spoor;
let proxy: Server;
let origin: string;
beforeAll(async () => {
  proxy = createServer((request, response) => {
    const { url = "/", method, headers } = request;
    if (url === "/errors") return void response.writeHead(301, { location: "/errors/" }).end();
    if (!url.startsWith("/errors/")) return void response.writeHead(404).end("another application");
    const { hostname, port } = new URL(spoor.url);
    const passed = pass({ hostname, port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  spoor = await startSpoor({
    environment: { SPOOR_URL: `${origin}/errors`, SPOOR_TRUST_PROXY: "loopback" },
  });
  await makeOwner(spoor);
  await makeProject(spoor, "below");
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await spoor.remove();
});

test.each([true, false])("sign-in and home work below a sub-path, scripts: %s", async (scripts) => {
  const browser = await launchJourneyBrowser();
  const page = await browser.newPage({ javaScriptEnabled: scripts });
  const outside: string[] = [];
  const failed: string[] = [];
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(request.url());
    if (!request.url().startsWith(`${origin}/errors/`)) outside.push(request.url());
  });
  page.on(
    "response",
    (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`),
  );
  page.on("console", (message) => message.type() === "error" && failed.push(message.text()));
  await page.goto(`${origin}/errors/login`);
  if (scripts) await page.waitForLoadState("networkidle");
  documents.length = 0;
  await page.getByLabel("Email").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`${origin}/errors/`);
  await page.getByRole("link", { name: "below" }).first().click();
  await page.waitForURL(/\/errors\/below/);
  await page.getByRole("link", { name: "Spoor" }).first().click();
  await page.waitForURL(`${origin}/errors/`);
  await page.getByRole("link", { name: "below" }).first().waitFor();
  await page.reload();
  await page.getByRole("link", { name: "below" }).first().waitFor();
  expect({ outside, failed }).toEqual({ outside: [], failed: [] });
  if (scripts) expect(documents).toEqual([`${origin}/errors/`]);
  await browser.close();
});

test("the base path without a slash redirects to the one with it", async () => {
  const answer = await fetch(`${spoor.url}/errors?theme=dark`, { redirect: "manual" });
  expect(answer.status).toBe(308);
  expect(answer.headers.get("location")).toBe("/errors/?theme=dark");
});

test("health answers at the root; pages and metrics only below the base path", async () => {
  const statusOf = async (path: string) =>
    (await fetch(spoor.url + path, { redirect: "manual" })).status;
  for (const path of ["/healthz", "/readyz", "/errors/healthz", "/errors/readyz"])
    expect(await statusOf(path)).toBe(200);
  for (const path of ["/login", "/metrics", "/", "/errors.data"])
    expect(await statusOf(path)).toBe(404);
  expect(await (await fetch(`${spoor.url}/readyz`)).json()).toMatchObject({ status: "ready" });
});

async function sessionCookie(): Promise<string> {
  const body = new URLSearchParams({ email: owner.email, password: owner.password });
  const signedIn = await fetch(`${spoor.url}/errors/login`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  expect(signedIn.status).toBe(303);
  return signedIn.headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
}

test("the home page's JSON works with the session", async () => {
  const cookie = await sessionCookie();
  for (const path of ["/errors/_.data", "/errors/"])
    expect((await fetch(spoor.url + path, { headers: { cookie } })).status).toBe(200);
});

test("the connect page names the instrumentation package below the base path", async () => {
  const page = await fetch(`${origin}/errors/below/connect?for=react-router`, {
    headers: { cookie: await sessionCookie() },
  });
  const address = /npm install (http\S+\.tgz)/.exec(await page.text())![1]!;
  expect(address).toMatch(new RegExp(`^${origin}/errors/packages/`));
  expect((await fetch(address)).headers.get("cache-control")).toContain("immutable");
  const newest = await fetch(`${origin}/errors/packages/spoor-react-router.tgz`);
  expect([newest.url, newest.status]).toEqual([address, 200]);
});
