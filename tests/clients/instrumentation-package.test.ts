import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import {
  clickProducts,
  clickToQuery,
  openTraced,
  pathTo,
  serveApp,
} from "#tests/harness/apps/click-to-query.ts";
import { freePort } from "#tests/harness/free-port.ts";
import { writeFreshApp } from "#tests/harness/apps/fresh-app.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

// Installs the instrumentation with npm from the connect page's URL into a new application, with
// the steps of its guide. `tests/package-managers/run.ts` covers seven managers and the official
// template.

const exec = promisify(execFile);

let folder: string;
let spoor: Spoor;
let project: TestProject;
let address: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spoor-application-"));
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  const page = await (await signIn(spoor.url, owner)).get("/shop/connect?for=react-router");
  address = /npm install (http\S+\.tgz)/.exec(page.text)![1]!;
});
afterAll(async () => {
  await spoor.remove();
  await rm(folder, { recursive: true, force: true });
});

test("one trace connects a click in the browser to the query", async () => {
  await writeFreshApp(folder, { version: "8.4.0" });
  await exec("npm", ["install", address, "--no-audit", "--no-fund", "--prefer-offline"], {
    cwd: folder,
  });
  await exec(process.execPath, ["node_modules/@react-router/dev/bin.cjs", "build"], {
    cwd: folder,
  });
  const browser = await launchBrowser();
  const trace = await clickToQuery({ folder, spoor, project, browser });
  await browser.close();
  const path = pathTo(trace, "products.list");
  expect(path[0]).toBe("navigate /products");
  expect(path).toEqual(
    expect.arrayContaining(["GET /products", "loader routes/products", "products.list"]),
  );
  expect(new Set(trace.spans.map(({ service }) => service))).toEqual(
    new Set(["shop", "shop-browser"]),
  );
});

const countOf = (text: string) => text.split("spoor-react-router: ").length - 1;

test("an unknown key is logged once on each console", async () => {
  const app = await serveApp(folder, { SPOOR_URL: spoor.url, SPOOR_KEY: "f".repeat(32) });
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const warned: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warned.push(message.text()));
  try {
    await openTraced(page, app);
    await clickProducts(page);
    await expect.poll(() => warned.join("\n")).toMatch(/answered 403\. The key is unknown/);
    await expect.poll(() => app.errors()).toMatch(/answered 403\. The key is missing, unknown/);
    await page.goBack();
    await clickProducts(page);
    await pause(1_000);
    expect([countOf(warned.join("\n")), countOf(app.errors())]).toEqual([1, 1]);
  } finally {
    await browser.close();
    app.stop();
  }
});

test.each([
  {
    what: "an address where nothing listens",
    url: async () => `http://127.0.0.1:${await freePort()}`,
    says: /cannot be reached \(.*ECONNREFUSED/,
  },
  {
    what: "a DSN in place of the address",
    url: async () => `${spoor.url}/2`,
    says: /answered 415\. No Spoor accepts traces at this URL/,
  },
  {
    what: "a word that is no address",
    url: async () => "spoor.example",
    says: /“spoor\.example” is not a URL/,
  },
])("$what is logged once, and the application serves", async ({ url, says }) => {
  const more = {
    SPOOR_URL: await url(),
    SPOOR_KEY: project.publicKey,
    OTEL_EXPORTER_OTLP_TIMEOUT: "1500",
  };
  const app = await serveApp(folder, more);
  try {
    for (let asked = 0; asked < 3; asked++) expect((await fetch(app.home)).status).toBe(200);
    await expect.poll(() => app.errors()).toMatch(says);
    expect((await fetch(app.home)).status).toBe(200);
    await pause(500);
    expect(countOf(app.errors())).toBe(1);
  } finally {
    app.stop();
  }
});

test("after a restart the package URL serves the bytes that npm locked", async () => {
  const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { resolved: string; integrity: string }>;
  };
  const { port } = new URL(spoor.url);
  const { dataFolder } = spoor;
  await spoor.stop();
  spoor = await startSpoor({ dataFolder, environment: { PORT: port } });
  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  expect(lock.packages["node_modules/spoor-react-router"]).toMatchObject({
    resolved: address,
    integrity,
  });
});

test("the package URL is permanent; the unversioned one redirects", async () => {
  const answer = await fetch(address);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("set-cookie")).toBeNull();
  const newest = await fetch(`${spoor.url}/packages/spoor-react-router.tgz`, {
    redirect: "manual",
  });
  expect([newest.status, newest.headers.get("cache-control")]).toEqual([302, "no-cache"]);
  expect(new URL(newest.headers.get("location")!, spoor.url).pathname).toBe(
    new URL(address).pathname,
  );
  expect(answer.headers.get("etag")).toMatch(/^"spoor-react-router-.*"$/);
  expect(
    (await fetch(`${spoor.url}/packages/spoor-react-router-9.9.9-0123456789abcdef.tgz`)).status,
  ).toBe(404);
  expect((await fetch(address, { method: "POST" })).status).toBe(405);
});
