import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { launchJourneyBrowser } from "#tests/harness/browser.ts";
import { freePort } from "#tests/harness/free-port.ts";
import { programFolder } from "#tests/harness/program.js";
import { pause, startSpoor, type Spoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

/**
 * Spoor under other hosts: React Router's own server; another Express application with Spoor at
 * `/spoor`, from the build for "/"; and the standalone server with a base path in SPOOR_URL.
 */
const serveBin = fileURLToPath(
  new URL("../../../node_modules/@react-router/serve/bin.cjs", import.meta.url),
);
const host = fileURLToPath(new URL("programs/host.mjs", import.meta.url));

let folder: string;
let child: ChildProcess;
let url: string;
let token: string;
let standalone: Spoor;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spoor-mounted-"));
  child = spawn(process.execPath, [host], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", SPOOR_DATA: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout!.on("data", (chunk: Buffer) => (output += chunk.toString()));
  for (let i = 0; i < 100 && !output.includes("token="); i++) await pause(100);
  url = /host on (\S+)/.exec(output)![1]!;
  token = /token=(\S+)/.exec(output)![1]!;
  standalone = await startSpoor({ environment: { SPOOR_URL: "http://spoor.example/tools/spoor" } });
});
afterAll(async () => {
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
  await rm(folder, { recursive: true, force: true });
  await standalone.remove();
});

test("the host keeps its own pages; Spoor's are below the base path", async () => {
  expect(await (await fetch(url)).text()).toBe("the host's own page");
  const login = await fetch(`${url}/spoor/login`);
  expect(login.status).toBe(200);
  const html = await login.text();
  expect(html).not.toMatch(/(?:href|src|action)="\/(?!spoor)/);
  const home = await fetch(`${url}/spoor/`, { redirect: "manual" });
  expect(home.headers.get("location")).toMatch(/^\/spoor\/login/);
  for (const path of ["/readyz", "/healthz", "/spoor/readyz"])
    expect((await fetch(url + path)).status).toBe(200);
});

test("with scripts, setup, sending an event, and reading it work when mounted", async () => {
  const browser = await launchJourneyBrowser();
  const page = await browser.newPage();
  const failed: string[] = [];
  page.on(
    "response",
    (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`),
  );
  page.on("console", (message) => message.type() === "error" && failed.push(message.text()));
  await page.goto(`${url}/spoor/setup?token=${token}`);
  await page.getByLabel("Email").fill("mira@example.com");
  await page.getByLabel("Name").first().fill("Mira");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByLabel("Name").last().fill("Mounted");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(`${url}/spoor/mounted/connect`);
  await page.waitForLoadState("networkidle");
  const documents: string[] = [];
  page.on(
    "request",
    (request) => request.resourceType() === "document" && documents.push(request.url()),
  );
  await page.getByRole("button", { name: "Send a test event" }).click();
  await page.waitForURL(/\/spoor\/mounted\/issues\/MOUNTED-1/);
  await expect
    .poll(() => page.getByRole("heading", { level: 1 }).textContent())
    .toContain("TestError");
  expect(documents, "scripts did the navigating").toEqual([]);
  expect(failed).toEqual([]);
  await browser.close();
});

test("SPOOR_URL with a path serves below it and appears in DSNs", async () => {
  expect((await fetch(`${standalone.url}/tools/spoor/login`)).status).toBe(200);
  expect((await fetch(`${standalone.url}/login`)).status).toBe(404);
  const made = await standalone.run("project", "create", "--name", "Shop", "--slug", "shop");
  expect(made.dsn).toBe(
    `http://${String(made.publicKey)}@spoor.example/tools/spoor/${String(made.id)}`,
  );
});

describe("react-router-serve build/server/index.js", () => {
  let served: ChildProcess;
  let at: string;
  let output = "";
  let data: string;
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "spoor-hosted-"));
    const port = await freePort();
    at = `http://127.0.0.1:${port}`;
    const words = [serveBin, "build/server/index.js"];
    served = spawn(process.execPath, words, {
      cwd: programFolder,
      env: { PATH: process.env.PATH, SPOOR_DATA: data, PORT: String(port), HOST: "127.0.0.1" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    served.stdout!.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await vi.waitUntil(() => output.includes("[react-router-serve]"), { timeout: 20_000 });
  });
  afterAll(async () => {
    served.kill("SIGKILL");
    await rm(data, { recursive: true, force: true });
  });

  test("starts Spoor from the environment at the first request and logs what is off", async () => {
    const login = await fetch(`${at}/login`);
    expect(login.status).toBe(200);
    expect(await login.text()).toContain("</html>");
    expect(login.headers.get("content-security-policy")).toMatch(/script-src 'self' 'nonce-/);
    expect(login.headers.get("cache-control")).toBe("private, no-cache");
    expect(output).toContain("It doesn't accept events");
    expect(output).toMatch(/\/setup\?token=\S+/);
    const home = await fetch(at, { redirect: "manual" });
    expect([home.status, home.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^\/login/),
    ]);
    expect((await fetch(`${at}/login`, { method: "HEAD" })).status).toBe(200);
    expect((await fetch(`${at}/no/such/page`, { redirect: "manual" })).status).toBe(404);
  });

  test("with scripts, setup, connect, test event, and all pages work", async () => {
    const browser = await launchJourneyBrowser();
    const page = await browser.newPage();
    const failed: string[] = [];
    page.on("response", (response) => {
      // Live updates need Spoor's own server.
      if (response.status() >= 400 && !response.url().endsWith("/live"))
        failed.push(`${response.status()} ${response.url()}`);
    });
    page.on("pageerror", (error) => failed.push(error.message));
    await page.goto(at + /\/setup\?token=\S+/.exec(output)![0]);
    await page.getByLabel("Email").fill("mira@example.com");
    await page.getByLabel("Name").first().fill("Mira");
    await page.getByLabel("Password").fill("correct horse battery");
    await page.getByLabel("Name").last().fill("Hosted");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(`${at}/hosted/connect`);
    await expect.poll(() => page.getByText("doesn't accept events").count()).toBe(1);
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.waitForURL(/\/hosted\/issues\/HOSTED-1/);
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).textContent())
      .toContain("TestError");
    expect(failed).toEqual([]);
    await browser.close();
  });

  test("every linked page answers; cross-site forms are refused", async () => {
    const visitor = await signIn(at, {
      email: "mira@example.com",
      password: "correct horse battery",
    });
    const found = await crawlPages(visitor, "/");
    expect(found.size).toBeGreaterThan(40);
    expect([...found].filter(([, status]) => status >= 400)).toEqual([]);
    const foreign = await visitor.post(
      "/theme",
      { theme: "dark" },
      { origin: "https://evil.example" },
    );
    expect(foreign.status).toBe(403);
    const put = await fetch(`${at}/login`, { method: "PUT" });
    expect(put.status).toBe(405);
  });

  test("SIGTERM stores accepted events and exits", async () => {
    const ended = new Promise((resolve) => served.once("exit", resolve));
    served.kill("SIGTERM");
    expect(await ended).toBe(0);
    const spoor = await startSpoor({ dataFolder: data });
    const visitor = await signIn(spoor.url, {
      email: "mira@example.com",
      password: "correct horse battery",
    });
    expect((await visitor.get("/hosted/issues/HOSTED-1")).status).toBe(200);
    await spoor.remove();
  });
});

test("a root-only host refuses a SPOOR_URL with a path and explains", async () => {
  const port = await freePort();
  const data = await mkdtemp(join(tmpdir(), "spoor-hosted-"));
  const child = spawn(process.execPath, [serveBin, "build/server/index.js"], {
    cwd: programFolder,
    env: {
      PATH: process.env.PATH,
      SPOOR_DATA: data,
      PORT: String(port),
      HOST: "127.0.0.1",
      SPOOR_URL: "https://spoor.example/tools",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output).toContain("[react-router-serve]");
  expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(503);
  await expect.poll(() => output).toContain("SPOOR_URL has a path");
  child.kill("SIGKILL");
  await rm(data, { recursive: true, force: true });
});

/** Status of each linked page by path without a query, up to a few hundred. */
async function crawlPages(visitor: Visitor, from: string): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const waiting = [from];
  for (let path = waiting.shift(); path !== undefined && found.size < 300; path = waiting.shift()) {
    const { status, text, location } = await visitor.get(path);
    found.set(path, status);
    const links = [...text.matchAll(/<a [^>]*href="(\/[^"?#]*)/g)].map(([, href]) => href!);
    for (const next of [
      ...links,
      ...(location?.startsWith("/") ? [location.split("?", 1)[0]!] : []),
    ])
      if (!found.has(next) && !waiting.includes(next) && !notPages.test(next)) waiting.push(next);
  }
  return found;
}

/** Only Spoor's own server has JSON endpoints and packages. */
const notPages = /\.(?:json|md|tgz|svg|yaml)$|^\/(?:api|packages|metrics)/;
