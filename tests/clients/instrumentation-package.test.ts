import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import { clickToQuery, pathTo } from "#tests/harness/click-to-query.ts";
import { writeFreshApp } from "#tests/harness/fresh-app.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

// The instrumentation, installed by npm into a fresh application from the address that the connect page shows, with what its guide says
// to add. `tests/package-managers/run.ts` does the same with seven managers and the official template.

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

test("one trace leads from a click in the browser to the query", async () => {
  await writeFreshApp(folder, { version: "8.4.0" });
  await exec("npm", ["install", address, "--no-audit", "--no-fund", "--prefer-offline"], { cwd: folder });
  await exec(process.execPath, ["node_modules/@react-router/dev/bin.cjs", "build"], { cwd: folder });
  const browser = await launchBrowser();
  const trace = await clickToQuery({ folder, spoor, project, browser });
  await browser.close();
  const path = pathTo(trace, "products.list");
  expect(path[0]).toBe("navigate /products");
  expect(path).toEqual(expect.arrayContaining(["GET /products", "loader routes/products", "products.list"]));
  expect(new Set(trace.spans.map(({ service }) => service))).toEqual(new Set(["shop", "shop-browser"]));
});

test("after a restart the address has the bytes that npm has locked", async () => {
  const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { resolved: string; integrity: string }>;
  };
  const { port } = new URL(spoor.url);
  const { dataFolder } = spoor;
  await spoor.stop();
  spoor = await startSpoor({ dataFolder, environment: { PORT: port } });
  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  expect(lock.packages["node_modules/spoor-react-router"]).toMatchObject({ resolved: address, integrity });
});

test("the address is for ever, and the one without a version leads to it", async () => {
  const answer = await fetch(address);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(answer.headers.get("set-cookie")).toBeNull();
  const newest = await fetch(`${spoor.url}/packages/spoor-react-router.tgz`, { redirect: "manual" });
  expect([newest.status, newest.headers.get("cache-control")]).toEqual([302, "no-cache"]);
  expect(new URL(newest.headers.get("location")!, spoor.url).pathname).toBe(new URL(address).pathname);
  expect(answer.headers.get("etag")).toMatch(/^"spoor-react-router-.*"$/);
  expect((await fetch(`${spoor.url}/packages/spoor-react-router-9.9.9-0123456789abcdef.tgz`)).status).toBe(404);
  expect((await fetch(address, { method: "POST" })).status).toBe(405);
});
