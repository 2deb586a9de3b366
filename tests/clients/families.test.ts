import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser } from "@playwright/test";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import {
  type IssueJson,
  makeOwner,
  makeProject,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const program = fileURLToPath(new URL("programs/families.js", import.meta.url));
const html = `<!doctype html><title>shop</title><button id="chunk">1</button><button id="abort">2</button>
<button id="connection">3</button><p id="price"><b>3 €</b></p><script type="module" src="/bundle.js"></script>`;

let spoor: Spoor;
let project: TestProject;
let site: Server;
let browser: Browser;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "families");
  site = await serveSite(await bundle());
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  site.closeAllConnections();
  site.close();
  await spoor.remove();
});

async function bundle(): Promise<string> {
  const lib = { entry: program, formats: ["es" as const] };
  const define = { "process.env.NODE_ENV": JSON.stringify("production") };
  const built = await build({
    configFile: false,
    logLevel: "silent",
    define,
    build: { write: false, lib },
  });
  return (built as Rolldown.RolldownOutput[])[0]!.output[0].code;
}

function serveSite(script: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === "/slow") return;
    if (request.url?.startsWith("/assets/")) return void response.writeHead(404).end();
    const isScript = request.url === "/bundle.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    response.end(isScript ? script : html);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

test("errors of a failure family keep type and message with a label", async () => {
  const page = await browser.newPage();
  await page.goto(
    `http://127.0.0.1:${(site.address() as AddressInfo).port}/?dsn=${encodeURIComponent(project.dsn)}`,
  );
  for (const id of ["#chunk", "#abort", "#connection"]) await page.click(id);
  const issues = await project.waitForIssues(4);
  const of = (family: string) => issues.find((issue) => issue.family === family) as IssueJson;

  expect(of("stale-chunk")).toMatchObject({
    type: "TypeError",
    value: expect.stringMatching(
      /^Failed to fetch dynamically imported module: http.*\/assets\/cart-B_jslZTw\.js$/,
    ),
  });
  expect(of("aborted")).toMatchObject({
    type: "AbortError",
    value: expect.stringContaining("aborted"),
  });
  expect(of("network")).toMatchObject({
    type: "TypeError",
    value: "Failed to fetch (127.0.0.1:9)",
  });
  expect(of("hydration")).toMatchObject({
    type: "Error",
    value: expect.stringMatching(/^Minified React error #418/),
  });

  const found = await project.issues("dynamically imported module");
  expect(found.map(({ shortId }) => shortId)).toEqual([of("stale-chunk").shortId]);
  const named = await project.issues("AbortError");
  expect(named.map(({ shortId }) => shortId)).toEqual([of("aborted").shortId]);
  await page.close();
});
