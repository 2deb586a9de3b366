import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser } from "@playwright/test";
import { sentryVitePlugin } from "@sentry/vite-plugin";
import { sentryVitePlugin as sentryVitePlugin5 } from "sentry-vite-plugin-5";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import { buildMinifiedApp, type MinifiedApp } from "#tests/harness/apps/minified-app.ts";
import {
  type EventJson,
  makeOwner,
  makeProject,
  owner,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const require = createRequire(import.meta.url);
const tools = {
  "sentry-cli 3.8": require.resolve("@sentry/cli/bin/sentry-cli"),
  "sentry-cli 2.58": require.resolve("sentry-cli-2/bin/sentry-cli"),
};

let spoor: Spoor;
let browser: Browser;
let token: string;
beforeAll(async () => {
  // The newest tool remembers an organization's URL, and an earlier run's instance no longer
  // exists.
  process.env.SENTRY_CONFIG_DIR = await mkdtemp(join(tmpdir(), "sentry-config-"));
  spoor = await startSpoor();
  await makeOwner(spoor);
  const made = await spoor.run(
    "token",
    "create",
    "--user",
    owner.email,
    "--scopes",
    "release:write,project:read",
  );
  ({ token } = made as { token: string });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await spoor.remove();
  await rm(process.env.SENTRY_CONFIG_DIR!, { recursive: true, force: true });
});

/** Runs the tool like a build script; rejects with its output on failure. */
async function run(tool: string, project: TestProject, ...words: string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    SENTRY_URL: spoor.url,
    SENTRY_AUTH_TOKEN: token,
    SENTRY_ORG: "spoor",
    SENTRY_PROJECT: project.slug,
    SENTRY_DISABLE_UPDATE_CHECK: "1",
  };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [tool, ...words], { env });
  return stdout + stderr;
}

/** Opens the built application in a real browser and waits for its error report. */
async function crash(
  app: MinifiedApp,
  project: TestProject,
  release = "",
  events = 1,
): Promise<EventJson> {
  const page = await browser.newPage();
  await page.goto(`${app.url}/?${new URLSearchParams({ dsn: project.dsn, release })}`);
  const [issue] = await project.waitForIssues(1, events);
  await page.close();
  return project.latestEvent(issue!);
}

/** In-app frames; the SDK's own wrapper is below them. */
const framesOf = ({ exceptions }: EventJson) => exceptions.at(-1)!.frames.slice(0, 3);

/** The latest event is mapped when it is read, which a busy machine may not do in time. */
const expectWritten = (project: TestProject) =>
  expect
    .poll(async () => framesOf(await project.latestEvent((await project.issues())[0]!)))
    .toMatchObject(written);

/** The original source's names. */
const written = [
  {
    function: "firstPrice",
    file: "src/pricing.ts",
    line: 5,
    column: 16,
    inApp: true,
    mapped: true,
    context: { pre: expect.any(Array) as string[], line: "  return line!.price;", post: ["}", ""] },
  },
  { function: "checkout", file: "src/checkout.ts", line: 6, inApp: true },
  { file: "src/main.ts", line: 12, inApp: true },
];

describe.each(Object.entries(tools))("%s", (name, tool) => {
  test("inject and upload: a minified stack shows the original source", async () => {
    const project = await makeProject(spoor, `maps-${name.replace(/\W+/g, "-")}`);
    const app = await buildMinifiedApp();
    await run(tool, project, "sourcemaps", "inject", app.folder);
    const said = await run(
      tool,
      project,
      "sourcemaps",
      "upload",
      "--wait",
      "--release",
      "web@1.2.3",
      app.folder,
    );
    expect(said).toMatch(/upload|processed/i);
    await crash(app, project, "web@1.2.3");
    await expectWritten(project);
    await app.remove();
  });

  test("releases new, set-commits, finalize, and deploys are recorded", async () => {
    const project = await makeProject(spoor, `releases-${name.replace(/\W+/g, "-")}`);
    const version = "web@1.2.3+build.7";
    await run(tool, project, "releases", "new", version);
    await run(
      tool,
      project,
      "releases",
      "set-commits",
      version,
      "--commit",
      "shop/web@4f5e6d7c8b9a4f5e6d7c8b9a4f5e6d7c8b9a4f5e",
    );
    await run(tool, project, "releases", "finalize", version);
    const deploys = name.includes("3.8")
      ? ["deploys", "new", "--release", version, "--env", "production"]
      : ["releases", "deploys", version, "new", "--env", "production"];
    await run(tool, project, ...deploys);
    const path = `/api/0/organizations/spoor/releases/${encodeURIComponent(version)}/`;
    const headers = { authorization: `Bearer ${token}` };
    const release = (await (await fetch(spoor.url + path, { headers })).json()) as {
      dateReleased: string;
    };
    expect(release).toMatchObject({
      version,
      projects: expect.arrayContaining([{ slug: project.slug, name: project.slug }]) as object[],
    });
    expect(Date.parse(release.dateReleased)).toBeGreaterThan(Date.now() - 60_000);
    expect(await (await fetch(`${spoor.url + path}deploys/`, { headers })).json()).toMatchObject([
      { environment: "production" },
    ]);
  });

  test("another organization is not found, and a wrong token is refused", async () => {
    const project = await makeProject(spoor, `refused-${name.replace(/\W+/g, "-")}`);
    const failing = (...words: string[]) =>
      run(tool, project, ...words).catch(
        (error: { stderr: string; stdout: string }) => error.stderr + error.stdout,
      );
    expect(await failing("releases", "--org", "acme", "new", "web@1")).toMatch(
      /error: .*not found/i,
    );
    expect(await failing("--auth-token", "wrong", "releases", "new", "web@1")).toMatch(
      /401|API token/i,
    );
  });
});

describe.each([
  ["@sentry/vite-plugin 11", sentryVitePlugin],
  ["@sentry/vite-plugin 5", sentryVitePlugin5 as unknown as typeof sentryVitePlugin],
])("%s", (name, plugin) => {
  test("a build uploads its source maps, and the bundle's error shows original source", async () => {
    const project = await makeProject(
      spoor,
      `plugin-${name.replace(/\W+/g, "-").toLowerCase().replace(/^-/, "")}`,
    );
    const said: unknown[] = [];
    const app = await buildMinifiedApp([
      plugin({
        org: "spoor",
        project: project.slug,
        authToken: token,
        url: spoor.url,
        telemetry: false,
        silent: true,
        release: { name: "web@2.0.0", deploy: { env: "production" } },
        errorHandler: (error: Error) => void said.push(error),
      }),
    ]);
    expect(said).toEqual([]);
    await crash(app, project, "web@2.0.0");
    await expectWritten(project);
    await app.remove();
  });
});

test("a late upload maps earlier events, and new events join the issue", async () => {
  const project = await makeProject(spoor, "late");
  const app = await buildMinifiedApp();
  const tool = tools["sentry-cli 3.8"];
  await run(tool, project, "sourcemaps", "inject", app.folder);
  const before = await crash(app, project);
  expect(framesOf(before)[0]).toMatchObject({ inApp: true, unmapped: "no-bundle" });
  expect(framesOf(before)[0]!.file).toMatch(/^http.*\.js$/);
  await run(tool, project, "sourcemaps", "upload", "--wait", app.folder);
  await expectWritten(project);
  const culprit = async () => (await project.issues())[0]!.culprit;
  await expect.poll(culprit).toContain("firstPrice");
  await crash(app, project, "", 2);
  await expectWritten(project);
  expect(await project.issues()).toHaveLength(1);
  await app.remove();
});
