import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import { pause, startSpoor, type Spoor } from "#tests/harness/spoor.ts";

/**
 * Spoor inside somebody else's Express application, at `/spoor`, from the one build that was made for "/": a host program
 * of a dozen lines, and the standalone server with a base path in SPOOR_URL.
 */
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

test("the host's own pages stay the host's; Spoor's live under the base path", async () => {
  expect(await (await fetch(url)).text()).toBe("the host's own page");
  const login = await fetch(`${url}/spoor/login`);
  expect(login.status).toBe(200);
  const html = await login.text();
  expect(html).not.toMatch(/(?:href|src|action)="\/(?!spoor)/);
  const home = await fetch(`${url}/spoor/`, { redirect: "manual" });
  expect(home.headers.get("location")).toMatch(/^\/spoor\/login/);
  for (const path of ["/readyz", "/healthz", "/spoor/readyz"]) expect((await fetch(url + path)).status).toBe(200);
});

test("in a browser with scripts: set up, send an event through the mounted door, read it", async () => {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const failed: string[] = [];
  page.on("response", (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`));
  page.on("console", (message) => message.type() === "error" && failed.push(message.text()));
  await page.goto(`${url}/spoor/setup?token=${token}`);
  await page.getByLabel("Mail address").fill("mira@example.com");
  await page.getByLabel("Name").first().fill("Mira");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByLabel("Name").last().fill("Mounted");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForURL(`${url}/spoor/mounted/connect`);
  await page.waitForLoadState("networkidle");
  const documents: string[] = [];
  page.on("request", (request) => request.resourceType() === "document" && documents.push(request.url()));
  await page.getByRole("button", { name: "Send a test event" }).click();
  await page.waitForURL(/\/spoor\/mounted\/issues\/MOUNTED-1/);
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent()).toContain("TestError");
  expect(documents, "scripts did the navigating").toEqual([]);
  expect(failed).toEqual([]);
  await browser.close();
});

test("SPOOR_URL with a path: served under that path, named in DSNs", async () => {
  expect((await fetch(`${standalone.url}/tools/spoor/login`)).status).toBe(200);
  expect((await fetch(`${standalone.url}/login`)).status).toBe(404);
  const made = await standalone.run("project", "create", "--name", "Shop", "--slug", "shop");
  expect(made.dsn).toBe(`http://${String(made.publicKey)}@spoor.example/tools/spoor/${String(made.id)}`);
});
