import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, type Rolldown } from "vite";
import type { Guide } from "#app/routes/projects/connect/guide.ts";
import { makeGuides } from "#app/routes/projects/connect/guides.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { otlpEndpointOf, storeUrlOf } from "#server/domain/project/dsn.ts";
import { launchBrowser } from "#tests/harness/browser.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// Runs the connect page's code samples with the installed SDKs. React Router's run in real-apps.

let folder: string;
let spoor: Spoor;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spoor-guides-"));
  await symlink(
    fileURLToPath(new URL("../../node_modules", import.meta.url)),
    join(folder, "node_modules"),
  );
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
});
afterAll(async () => {
  await spoor.remove();
  await rm(folder, { recursive: true, force: true });
});

async function guideFor(key: string): Promise<{ guide: Guide; project: TestProject }> {
  const project = await makeProject(spoor, key);
  const address = { publicKey: project.publicKey, projectId: project.id as ProjectId };
  const guides = makeGuides({
    dsn: project.dsn,
    publicKey: project.publicKey,
    storeUrl: storeUrlOf(spoor.url, address),
    otlpEndpoint: otlpEndpointOf(spoor.url, address),
  });
  return { guide: guides.find((guide) => guide.key === key)!, project };
}

const codeOf = ({ configure, test: steps }: Guide, file: RegExp) =>
  [...configure, ...steps]
    .flatMap((snippet) => (file.test(snippet.file) ? [snippet.code] : []))
    .join("\n\n");

async function write(name: string, code: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, code);
  return path;
}

/** Runs to its end; most exit on the reported error. */
const run = (command: string, ...words: string[]): Promise<void> =>
  new Promise((resolve) =>
    execFile(command, words, { cwd: folder, timeout: 60_000 }, () => resolve()),
  );

async function expectTestError(project: TestProject): Promise<void> {
  const [issue] = await project.waitForIssues(1);
  expect(issue!.title).toContain("Spoor test error");
}

test("Node.js", async () => {
  const { guide, project } = await guideFor("node");
  await write("instrument.mjs", codeOf(guide, /^instrument/));
  const server = await write("server.js", codeOf(guide, /^server/));
  await run(process.execPath, "--import", "./instrument.mjs", server);
  await expectTestError(project);
});

test("Express", async () => {
  const { guide, project } = await guideFor("express");
  await write("instrument.mjs", codeOf(guide, /^instrument/));
  const [handler, route] = [
    codeOf({ ...guide, test: [] }, /^server/),
    codeOf({ ...guide, configure: [] }, /^server/),
  ];
  const program = `import express from "express";
const app = express();
${route}
${handler}
const server = app.listen(0, async () => {
  await fetch("http://127.0.0.1:" + server.address().port + "/spoor-test");
  await Sentry.flush(5000);
  process.exit();
});`;
  await run(process.execPath, "--import", "./instrument.mjs", await write("express.js", program));
  await expectTestError(project);
});

test("Browser", async () => {
  const { guide, project } = await guideFor("javascript");
  const lib = {
    entry: await write("main.js", codeOf(guide, /^main/)),
    formats: ["iife" as const],
    name: "shop",
  };
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: "silent",
    build: { write: false, lib },
  });
  const script = (built as Rolldown.RolldownOutput[])[0]!.output[0].code;
  const site = createServer((request, response) => {
    const isScript = request.url === "/main.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(
      isScript ? script : '<!doctype html><title>shop</title><script src="/main.js"></script>',
    );
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  await expectTestError(project);
  await browser.close();
  site.close();
});

test("Python", async () => {
  const { guide, project } = await guideFor("python");
  await run("/usr/bin/python3", await write("main.py", codeOf(guide, /./)));
  await expectTestError(project);
});

test("curl", async () => {
  const { guide, project } = await guideFor("other");
  await run("/bin/sh", "-c", codeOf(guide, /./));
  await expectTestError(project);
});
