import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser } from "@playwright/test";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { type TraceJson, waitForTrace } from "#tests/harness/data/traces.ts";

const programs = (name: string) => fileURLToPath(new URL(`programs/${name}`, import.meta.url));
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

let spoor: Spoor;
let site: Server;
let browser: Browser;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  site = await serveSite({
    "/described.js": await bundle("browser.js"),
    "/plain.js": await bundle("browser-plain.js"),
    "/otel.js": await bundle("sdk-trace-web.js"),
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  site.close();
  await spoor.remove();
});

async function bundle(program: string): Promise<string> {
  const lib = { entry: programs(program), formats: ["iife" as const], name: "shop" };
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib },
  });
  return (built as Rolldown.RolldownOutput[])[0]!.output[0].code;
}

function serveSite(scripts: { [path: string]: string }): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://site");
    const script = scripts[pathname];
    response.setHeader("content-type", script ? "text/javascript" : "text/html");
    const buttons = `<button id="chain">1</button><button id="crash">2</button><button id="reject">3</button>`;
    const page = `<!doctype html><body>${buttons}<script src="/${searchParams.get("script")}.js"></script>`;
    response.end(script ?? page);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** Opens the page in Chromium, whose version the tags should contain. */
async function open(script: string, query: { [name: string]: string }) {
  const page = await browser.newPage();
  const { port } = site.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/?${new URLSearchParams({ script, ...query })}`);
  return page;
}

const ofChromium = () => ({
  // Chromium's User-Agent has zeros after its major version.
  browser: `Chrome ${browser.version().split(".")[0]}.0.0`,
  "browser.name": "Chrome",
  os: "Linux",
  "os.name": "Linux",
});

const ofIphone = {
  browser: "Safari 18.1",
  "browser.name": "Safari",
  device: "iPhone",
  "device.family": "iPhone",
};

test("@sentry/browser in Chromium: tags name the browser, and search finds it", async () => {
  const project = await makeProject(spoor, "described");
  const page = await open("described", { dsn: project.dsn });
  await page.click("#chain");
  const [issue] = (await project.waitForIssues(3)).filter(({ title }) =>
    title.includes("checkout failed"),
  );
  expect((await project.latestEvent(issue!)).tags).toMatchObject(ofChromium());
  expect(await project.issues("browser:Chrome")).toHaveLength(3);
  expect(await project.issues(`browser:"${ofChromium().browser}" os:Linux`)).toHaveLength(3);
  expect(await project.issues("browser:Safari")).toEqual([]);
  await page.close();
});

test("an SDK without browser data: the delivering request's User-Agent is used", async () => {
  const project = await makeProject(spoor, "plain");
  const page = await open("plain", { dsn: project.dsn });
  const [issue] = await project.waitForIssues(1);
  const event = await project.latestEvent(issue!);
  expect(event.request?.headers ?? []).toEqual([]);
  expect(event.tags).toMatchObject(ofChromium());
  const trace = await waitForTrace(project, event.traceId!, 1);
  expect(trace.spans.length).toBeGreaterThan(0);
  expect(await tracesOf(project, "user_agent.name:Chrome")).toBe(1);
  expect(await tracesOf(project, "os.name:Linux")).toBe(1);
  expect(await tracesOf(project, "os.name:iOS", 0), "what it sent is there by now").toBe(0);
  await page.close();
});

/** Brave's User-Agent says Chrome; Chromium can send any brands with each request. */
async function openAsBrave(script: string, query: { [name: string]: string }) {
  const page = await browser.newPage();
  const userAgent = await page.evaluate(() =>
    navigator.userAgent.replace("HeadlessChrome", "Chrome"),
  );
  const [version] = browser.version().split(".");
  const brands = ["Brave", "Chromium", "Not:A-Brand"].map((brand) => ({
    brand,
    version: version!,
  }));
  const rest = {
    architecture: "x86",
    model: "",
    mobile: false,
    fullVersion: "",
    platform: "Windows",
  };
  const userAgentMetadata = { ...rest, brands, platformVersion: "15.0.0" };
  const chromium = await page.context().newCDPSession(page);
  await chromium.send("Emulation.setUserAgentOverride", { userAgent, userAgentMetadata });
  const { port } = site.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/?${new URLSearchParams({ script, ...query })}`);
  return page;
}

test("a browser known only by client hints: the delivering request's hints are used", async () => {
  const [errors, spans] = [
    await makeProject(spoor, "brave"),
    await makeProject(spoor, "brave-otel"),
  ];
  const page = await openAsBrave("described", { dsn: errors.dsn });
  const [issue] = await errors.waitForIssues(2);
  const tags = { "browser.name": "Brave", "os.name": "Windows" };
  expect((await errors.latestEvent(issue!)).tags).toMatchObject(tags);
  expect(await errors.issues("browser:Brave")).toHaveLength(2);
  await page.close();
  const endpoint = `${spoor.url}/api/${spans.id}/integration/otlp`;
  const traced = await openAsBrave("otel", { endpoint, key: spans.publicKey });
  await traced.waitForSelector("body[data-sent=yes]", { state: "attached" });
  await waitForTrace(spans, await traced.title(), 1);
  expect(await tracesOf(spans, "user_agent.name:Brave os.name:Windows")).toBe(1);
  await traced.close();
});

test("sdk-trace-web in Chromium: spans name the browser that delivered them", async () => {
  const project = await makeProject(spoor, "otel-web");
  const endpoint = `${spoor.url}/api/${project.id}/integration/otlp`;
  const page = await open("otel", { endpoint, key: project.publicKey });
  await page.waitForSelector("body[data-sent=yes]", { state: "attached" });
  await waitForTrace(project, await page.title(), 1);
  expect(await tracesOf(project, "user_agent.name:Chrome")).toBe(1);
  expect(
    await tracesOf(project, `user_agent.version:${ofChromium().browser.slice("Chrome ".length)}`),
  ).toBe(1);
  await page.close();
});

function run(words: string[], environment: Record<string, string>): Promise<void> {
  const env = { PATH: process.env.PATH, UA: iphone, ...environment };
  const child = spawn(words[0]!, words.slice(1), { env, stdio: "ignore" });
  return new Promise((resolve) => child.on("exit", () => resolve()));
}

test.each([
  ["@sentry/node", "visited-11"],
  ["sentry-node-10", "visited-10"],
])(
  "%s on a server: the visitor's browser is on the error and the span",
  async (packageName, slug) => {
    const project = await makeProject(spoor, slug);
    await run([process.execPath, programs("visited.mjs")], {
      DSN: project.dsn,
      SENTRY_PACKAGE: packageName,
    });
    const [issue] = await project.waitForIssues(1);
    const event = await project.latestEvent(issue!);
    expect(event.tags).toMatchObject({
      ...ofIphone,
      client_os: "iOS 18.1",
      "client_os.name": "iOS",
    });
    // The SDK's own value for the server's system is kept.
    expect(event.tags["os.name"]).not.toBe("iOS");
    expect(await project.issues("browser:Safari os:iOS device:iPhone")).toHaveLength(1);
    const request = await serverSpan(project, event.traceId!);
    expect(request.attributes).toMatchObject({
      "user_agent.original": iphone,
      "user_agent.name": "Safari",
      "user_agent.version": "18.1",
      "os.name": "iOS",
      "device.model.name": "iPhone",
    });
    expect(await tracesOf(project, "user_agent.name:Safari")).toBe(1);
  },
);

test("the distribution's Python SDK on a server: browser, system, and device of the visitor", async () => {
  const project: TestProject = await makeProject(spoor, "visited-python");
  await run(["/usr/bin/python3", programs("visited.py")], { DSN: project.dsn });
  const [issue] = await project.waitForIssues(1);
  expect((await project.latestEvent(issue!)).tags).toMatchObject({
    ...ofIphone,
    os: "iOS 18.1",
    "os.name": "iOS",
  });
});

async function serverSpan(
  project: TestProject,
  traceId: string,
): Promise<TraceJson["spans"][number]> {
  let server: TraceJson["spans"][number] | undefined;
  await expect
    .poll(async () => {
      const { spans } = await waitForTrace(project, traceId, 1);
      return (server = spans.find(({ kind }) => kind === "server"));
    })
    .toBeDefined();
  return server!;
}

/** Number of traces found by a search once there is one or time is up. */
async function tracesOf(project: TestProject, query: string, withinMs = 20_000): Promise<number> {
  const path = `/traces.json?${new URLSearchParams({ query })}`;
  for (const deadline = Date.now() + withinMs; ; await pause(100)) {
    const answer = await project.get(path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    const { traces } = (await answer.json()) as { traces: unknown[] };
    if (traces.length > 0 || Date.now() > deadline) return traces.length;
  }
}
