import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOwner, makeProject, owner } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

// The instrumentation, installed by npm from the address that the connect page shows.

const exec = promisify(execFile);

let folder: string;
let spoor: Spoor;
let address: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spoor-application-"));
  spoor = await startSpoor();
  await makeOwner(spoor);
  const { slug } = await makeProject(spoor, "shop");
  const page = await (await signIn(spoor.url, owner)).get(`/${slug}/connect`);
  address = /npm install (http\S+\.tgz)/.exec(page.text)![1]!;
});
afterAll(async () => {
  await spoor.remove();
  await rm(folder, { recursive: true, force: true });
});

const npm = (...words: string[]) =>
  exec("npm", [...words, "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"], { cwd: folder });

test("npm installs it, both halves load, and npm ci installs the same after a restart", async () => {
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "shop", private: true, type: "module" }));
  await npm("install", address, "react@19", "react-router@8");
  const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { resolved: string; integrity: string }>;
  };
  const locked = lock.packages["node_modules/spoor-react-router"]!;
  expect(locked).toMatchObject({ resolved: address, integrity: expect.stringMatching(/^sha512-/) });
  const program = `
    const [{ startTelemetry, createInstrumentations }, { DocumentTelemetry, startBrowserTelemetry }] =
      await Promise.all([import("spoor-react-router/server"), import("spoor-react-router/client")]);
    console.log([startTelemetry, createInstrumentations, DocumentTelemetry, startBrowserTelemetry].map((each) => typeof each).join());
  `;
  const { stdout } = await exec(process.execPath, ["--input-type=module", "-e", program], { cwd: folder });
  expect(stdout.trim()).toBe("function,function,function,function");
  const { port } = new URL(spoor.url);
  await spoor.stop();
  const { dataFolder } = spoor;
  spoor = await startSpoor({ dataFolder, environment: { PORT: port } });
  await npm("ci");
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
