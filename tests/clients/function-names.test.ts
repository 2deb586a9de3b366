import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEvents } from "#tests/harness/data/all-events.ts";
import { launchBrowser } from "#tests/harness/browser.ts";
import { buildMinifiedApp, type MinifiedApp, pageOf } from "#tests/harness/apps/minified-app.ts";
import {
  type EventJson,
  makeOwner,
  makeProject,
  owner,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const tool = createRequire(import.meta.url).resolve("@sentry/cli/bin/sentry-cli");

let spoor: Spoor;
let browser: Browser;
let token: string;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  const words = [
    "token",
    "create",
    "--user",
    owner.email,
    "--scopes",
    "release:write,project:read",
  ];
  ({ token } = (await spoor.run(...words)) as { token: string });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await spoor.remove();
});

/** Other programs that report browser errors, built once with the application. */
const programs = [
  "minified-app/src/main.ts",
  "programs/browser.js",
  "programs/browser-plain.js",
  "programs/families.js",
  "programs/feedback.js",
];

/**
 * Reports of the application (each shape, three render failures, two buttons) and of each program.
 */
const reports = 14 + 1 + 5 + 1 + 3 + 1;

type Named = { place: string; name: string | undefined };

/**
 * Builds the programs, uploads their source maps, runs them in a browser, and reads their in-app
 * frames.
 */
async function run(minify: boolean): Promise<{ arrived: Named[]; shown: Named[] }> {
  const project = await makeProject(spoor, minify ? "minified" : "readable");
  const app = await buildMinifiedApp([], { name: "named-app", minify, programs });
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    SENTRY_URL: spoor.url,
    SENTRY_AUTH_TOKEN: token,
    SENTRY_ORG: "spoor",
    SENTRY_PROJECT: project.slug,
  };
  for (const words of [["inject"], ["upload", "--wait"]])
    await promisify(execFile)(process.execPath, [tool, "sourcemaps", ...words, app.folder], {
      env,
    });
  await visit(app, project);
  await app.remove();
  await expect.poll(async () => (await allEvents(project)).length).toBeGreaterThanOrEqual(reports);
  const events = await allEvents(project);
  return { arrived: events.flatMap(arrivedFrames), shown: events.flatMap(shownFrames) };
}

/** The application's title shows when it is done; on program pages each button is clicked. */
async function visit(app: MinifiedApp, { dsn }: TestProject): Promise<void> {
  const page = await browser.newPage();
  const query = new URLSearchParams({ dsn });
  await page.goto(`${app.url}/?${query}`);
  await expect.poll(() => page.title()).toBe("done");
  for (const program of programs) {
    await page.goto(`${app.url}/${pageOf(program)}?${query}`);
    for (const button of await page.getByRole("button").all()) await button.click();
    await page.waitForTimeout(300);
  }
  await page.close();
}

type RawFrames = { exception?: { values: { stacktrace?: { frames: { function?: string }[] } }[] } };

/** The browser's names at mapped positions: in a readable build they are the original ones. */
function arrivedFrames(event: EventJson): Named[] {
  const values = (event.raw as RawFrames).exception?.values.toReversed() ?? [];
  return event.exceptions.flatMap(({ frames }, i) => {
    const raw = values[i]?.stacktrace?.frames.toReversed() ?? [];
    return frames.flatMap((frame, at) =>
      isCompared(frame) ? [{ place: placeOf(frame), name: raw[at]?.function }] : [],
    );
  });
}

const shownFrames = ({ exceptions }: EventJson): Named[] =>
  exceptions
    .flatMap(({ frames }) => frames)
    .filter(isCompared)
    .map((frame) => ({ place: placeOf(frame), name: frame.function ?? undefined }));

type FrameJson = EventJson["exceptions"][number]["frames"][number];

const placeOf = ({ file, line, column }: FrameJson) => `${file}:${line}:${column}`;
const isCompared = ({ inApp, mapped }: FrameJson) => inApp && mapped;

/** Engines prefix names with the receiver or how they were called. */
const plain = (name: string | undefined) =>
  name === undefined || /^(?:\?|<anonymous>)$/.test(name)
    ? ""
    : name.replace(/^(?:async |Object\.|HTML\w+\.)+/, "");

/** By position, and by line where the two builds map different columns (`throw` or its operand). */
function namesByPlace(frames: readonly Named[]): (place: string) => string | undefined {
  const lineOf = (place: string) => place.slice(0, place.lastIndexOf(":"));
  const names = new Map(
    frames.flatMap(({ place, name }) => [lineOf(place), place].map((at) => [at, plain(name)])),
  );
  return (place) => names.get(place) ?? names.get(lineOf(place));
}

/** Better than the browser's: a component and a handler named only by their variable. */
const betterNames = ["Total", "buy"];

test("95% of functions in minified programs keep their readable names", async () => {
  const [readable, minified] = [await run(false), await run(true)];
  const truth = namesByPlace(readable.arrived);
  const isRight = ({ place, name }: Named) =>
    plain(name) === truth(place) || betterNames.includes(name ?? "");
  const wrong = minified.shown.filter((frame) => !isRight(frame));
  const share = 1 - wrong.length / minified.shown.length;
  const files = new Set(minified.shown.map(({ place }) => place.split(":", 1)[0]!));
  console.log(
    `${(share * 100).toFixed(1)} % of ${minified.shown.length} frames in ${files.size} files are named right`,
  );
  expect(minified.shown.length).toBeGreaterThan(90);
  expect(files.size).toBeGreaterThan(10);
  expect(share, JSON.stringify(wrong)).toBeGreaterThanOrEqual(0.95);
  expect(new Set(minified.shown.map(({ name }) => name))).toContain("Total");
  // The build renames what it can: without source maps hardly a name would be right.
  const renamed = minified.arrived.filter(
    ({ place, name }) => plain(name) !== (truth(place) ?? plain(name)),
  );
  expect(renamed.length / minified.shown.length).toBeGreaterThan(0.4);
});
