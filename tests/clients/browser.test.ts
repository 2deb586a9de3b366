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

const program = fileURLToPath(new URL("programs/browser.js", import.meta.url));
const html = `<!doctype html><title>shop</title><button id="chain">1</button><button id="crash">2</button>
<button id="reject">3</button><script src="/bundle.js"></script>`;

let spoor: Spoor;
let project: TestProject;
let site: Server;
let browser: Browser;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "browser");
  site = await serveSite(await bundle());
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  site.close();
  await spoor.remove();
});

/** The SDK as bundlers ship it, but not minified; names have their own test. */
async function bundle(): Promise<string> {
  const lib = { entry: program, formats: ["iife" as const], name: "shop" };
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib },
  });
  return (built as Rolldown.RolldownOutput[])[0]!.output[0].code;
}

function serveSite(script: string): Promise<Server> {
  const server = createServer((request, response) => {
    const isScript = request.url === "/bundle.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : html);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

test("@sentry/browser reports from another origin and can read every response", async () => {
  const page = await browser.newPage();
  const refused: string[] = [];
  page.on("requestfailed", (request) => refused.push(request.url()));
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await page.goto(
    `http://127.0.0.1:${(site.address() as AddressInfo).port}/?dsn=${encodeURIComponent(project.dsn)}`,
  );
  await page.click("#chain");
  await page.click("#crash");
  await page.click("#reject");

  const issues = await project.waitForIssues(5);
  const of = (words: string) => issues.find((issue) => issue.title.includes(words)) as IssueJson;
  expect(of("nobody caught this click")).toMatchObject({ type: "TypeError", unhandled: true });
  expect(of("unhandled rejection here")).toMatchObject({ type: "Error", unhandled: true });
  expect(of("hello from the page")).toMatchObject({ level: "info" });

  const chain = await project.latestEvent(of("checkout failed"));
  expect(chain.exceptions.map((each) => each.type)).toEqual(["Error", "TypeError"]);
  expect(chain.exceptions[1]!.frames[0]).toMatchObject({ function: "firstPrice", inApp: true });
  expect(chain.user).toMatchObject({ id: "7" });
  expect(chain.breadcrumbs).toContainEqual(
    expect.objectContaining({ message: "a console breadcrumb" }),
  );
  expect(chain.request?.url).toContain("127.0.0.1");
  expect(refused).toEqual([]);
  await page.close();
});
