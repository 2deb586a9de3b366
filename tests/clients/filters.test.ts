import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium } from "@playwright/test";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chromiumArguments, launchBrowser } from "#tests/harness/browser.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";
import { findBrowser } from "#tests/set-up.js";

const programs = (name: string) => fileURLToPath(new URL(`programs/${name}`, import.meta.url));
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const person =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let spoor: Spoor;
let session: Visitor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
});
afterAll(() => spoor.remove());

async function setFilters(
  { slug }: TestProject,
  fields: { [name: string]: string },
): Promise<void> {
  expect((await session.post(`/${slug}/settings/filters`, fields)).status).toBe(303);
  // The worker caches keys and settings for a second.
  await pause(1_100);
}

/** Filtered outcomes, such as `error web crawler 1`. */
async function filteredIn(
  { slug }: TestProject,
  categories = "error|span|transaction",
): Promise<string[]> {
  const { main } = await session.get(`/${slug}/settings/intake`);
  const plain = main.replaceAll("<!-- -->", "").replaceAll(/<[^>]+>/g, " ");
  return [...plain.matchAll(new RegExp(`(${categories}) +Filtered +([a-z ]+?) +(\\d+)`, "g"))]
    .map((each) => each.slice(1, 4).join(" "))
    .toSorted();
}

const waitForFiltered = (project: TestProject, expected: string[]) =>
  expect.poll(() => filteredIn(project)).toEqual(expected);

/** Chromium with an extension that runs in every local page and fails there. */
function launchWithExtension(): Promise<BrowserContext> {
  const folder = programs("extension");
  const loading = [
    "--headless=new",
    `--disable-extensions-except=${folder}`,
    `--load-extension=${folder}`,
  ];
  const args = [...chromiumArguments, ...loading];
  return chromium.launchPersistentContext("", {
    executablePath: findBrowser()!,
    headless: false,
    args,
  });
}

async function serveShop(program = "browser.js"): Promise<Server> {
  const lib = { entry: programs(program), formats: ["iife" as const], name: "shop" };
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib },
  });
  const script = (built as Rolldown.RolldownOutput[])[0]!.output[0].code;
  const html = `<!doctype html><button id="chain"></button><button id="crash">2</button><button id="reject"></button>
    <script src="/bundle.js"></script>`;
  const server = createServer((request, response) => {
    const isScript = request.url === "/bundle.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : html);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

test("errors of a real extension are filtered, the page's own are not", async () => {
  const project = await makeProject(spoor, "extension");
  const [site, browser] = [await serveShop(), await launchWithExtension()];
  const visit = async () => {
    const page = await browser.newPage();
    const { port } = site.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/?dsn=${encodeURIComponent(project.dsn)}`);
    await page.click("#crash");
  };
  await visit();
  const before = await project.waitForIssues(4);
  const ofExtension = before.find(
    ({ unhandled, title }) => unhandled && !title.includes("nobody caught this click"),
  )!;
  const event = await project.latestEvent(ofExtension);
  expect(event.exceptions[0]!.value).toContain("the extension found no price");
  expect(event.exceptions[0]!.frames[0]!.file).toContain("chrome-extension://");

  await setFilters(project, { browserExtensions: "yes" });
  await visit();
  await waitForFiltered(project, ["error browser extension 1"]);
  const after = await project.waitForIssues(4, 7);
  expect(after.find(({ id }) => id === ofExtension.id)!.count).toBe(1);

  await setFilters(project, { localhost: "yes" });
  await visit();
  await waitForFiltered(project, ["error browser extension 1", "error localhost 4"]);
  await browser.close();
  site.close();
});

test("@sentry/browser: sessions and feedback of crawlers and localhost are filtered like errors", async () => {
  const project = await makeProject(spoor, "words");
  const [site, browser] = [await serveShop("feedback.js"), await launchBrowser()];
  const visit = async (userAgent: string) => {
    const page = await browser.newPage({ userAgent });
    const { port } = site.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/?dsn=${encodeURIComponent(project.dsn)}`);
    await page.click("#chain");
  };
  const filtered = async () =>
    (await filteredIn(project, "error|session|feedback")).map((line) => line.slice(0, -2));
  await setFilters(project, { webCrawlers: "yes" });
  await visit(googlebot);
  const ofCrawlers = ["error web crawler", "feedback web crawler", "session web crawler"];
  await expect.poll(filtered).toEqual(ofCrawlers);
  await setFilters(project, { localhost: "yes" });
  await visit(person);
  const ofLocalhost = ["error localhost", "feedback localhost", "session localhost"];
  await expect.poll(filtered).toEqual([...ofLocalhost, ...ofCrawlers].toSorted());
  await setFilters(project, {});
  await visit(person);
  await project.waitForIssues(1);
  const feedback = async () =>
    ((await (await project.get("/feedback.json")).json()) as { feedback: object[] }).feedback;
  await expect.poll(async () => (await feedback()).length).toBe(1);
  expect(await filtered()).toHaveLength(6);
  await browser.close();
  site.close();
});

function run(words: string[], environment: Record<string, string>): Promise<void> {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(words[0]!, words.slice(1), { env, stdio: "ignore" });
  return new Promise((resolve) => child.on("exit", () => resolve()));
}

test.each([
  ["@sentry/node", "shop-11", ["error web crawler 1", "span health check 1", "span web crawler 1"]],
  [
    "sentry-node-10",
    "shop-10",
    ["error web crawler 1", "transaction health check 1", "transaction web crawler 1"],
  ],
])(
  "%s: health checks and crawlers create no traces or issues",
  async (packageName, slug, expected) => {
    const project = await makeProject(spoor, slug);
    await setFilters(project, { healthChecks: "yes", webCrawlers: "yes" });
    const environment = {
      DSN: project.dsn,
      SENTRY_PACKAGE: packageName,
      CRAWLER: googlebot,
      PERSON: person,
    };
    await run([process.execPath, programs("health.mjs")], environment);
    const [issue] = await project.waitForIssues(1);
    expect(issue!.title).toContain("Chrome/140");
    await expect.poll(() => namesOfTraces(project)).toEqual([expect.stringMatching(/^GET/)]);
    await waitForFiltered(project, expected);
  },
);

async function namesOfTraces(project: TestProject): Promise<string[]> {
  const answer = await project.get("/traces.json");
  return ((await answer.json()) as { traces: { root: { name: string } }[] }).traces.map(
    ({ root }) => root.name,
  );
}

test("@opentelemetry/sdk-node: spans of a filtered release are counted, and so is their error", async () => {
  const project = await makeProject(spoor, "filtered-otel");
  await setFilters(project, { releases: "*-dev", healthChecks: "yes" });
  const send = (version: string) =>
    run([process.execPath, programs("opentelemetry.mjs")], {
      OTEL_SERVICE_NAME: "shop",
      OTEL_RESOURCE_ATTRIBUTES: `service.version=${version}`,
      OTEL_TRACES_EXPORTER: "otlp",
      OTEL_METRICS_EXPORTER: "none",
      OTEL_LOGS_EXPORTER: "none",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${spoor.url}/api/${project.id}/integration/otlp`,
      OTEL_EXPORTER_OTLP_HEADERS: `x-sentry-auth=sentry sentry_key=${project.publicKey}`,
    });
  await Promise.all([send("1.0-dev"), send("1.0")]);
  await waitForFiltered(project, ["error release pattern 1", "span release pattern 3"]);
  expect(await project.waitForIssues(1)).toMatchObject([{ count: 1, firstRelease: "1.0" }]);
  expect(await namesOfTraces(project)).toEqual(["GET /cart/:id"]);
});

test("the distribution's Python SDK: crawlers, releases, and messages are filtered", async () => {
  const project = await makeProject(spoor, "filtered-python");
  const visit = (UA: string) =>
    run(["/usr/bin/python3", programs("visited.py")], { DSN: project.dsn, UA });
  await setFilters(project, { webCrawlers: "yes", legacyBrowsers: "yes" });
  await Promise.all([
    visit(googlebot),
    visit("Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko"),
    visit(person),
  ]);
  await waitForFiltered(project, ["error legacy browser 1", "error web crawler 1"]);
  await project.waitForIssues(1);
  await setFilters(project, { messages: "valueerror: no *" });
  await visit(person);
  await setFilters(project, { releases: "shop@1.*" });
  await visit(person);
  await waitForFiltered(project, [
    "error legacy browser 1",
    "error message pattern 1",
    "error release pattern 1",
    "error web crawler 1",
  ]);
  expect(await project.waitForIssues(1)).toMatchObject([{ count: 1 }]);
});
