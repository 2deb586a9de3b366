import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEvents } from "#tests/harness/all-events.ts";
import { launchBrowser } from "#tests/harness/browser.ts";
import { buildMinifiedApp } from "#tests/harness/minified-app.ts";
import { type EventJson, makeOwner, makeProject, owner } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

const tool = createRequire(import.meta.url).resolve("@sentry/cli/bin/sentry-cli");

let spoor: Spoor;
let browser: Browser;
let token: string;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  const words = ["token", "create", "--user", owner.email, "--scopes", "release:write,project:read"];
  ({ token } = (await spoor.run(...words)) as { token: string });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await spoor.remove();
});

/** What the application reports: each shape, three pages that fail while they render, two buttons. */
const reports = 14;

type Named = { place: string; name: string | undefined };

/** Builds the application, uploads its maps, runs it in a browser, and reads the application's own frames. */
async function run(minify: boolean): Promise<{ arrived: Named[]; shown: Named[] }> {
  const project = await makeProject(spoor, minify ? "minified" : "readable");
  const app = await buildMinifiedApp([], { name: "named-app", minify });
  const env = {
    ...{ PATH: process.env.PATH, HOME: process.env.HOME, SENTRY_URL: spoor.url, SENTRY_AUTH_TOKEN: token },
    ...{ SENTRY_ORG: "spoor", SENTRY_PROJECT: project.slug },
  };
  for (const words of [["inject"], ["upload", "--wait"]])
    await promisify(execFile)(process.execPath, [tool, "sourcemaps", ...words, app.folder], { env });
  const page = await browser.newPage();
  await page.goto(`${app.url}/?${new URLSearchParams({ dsn: project.dsn })}`);
  await expect.poll(() => page.title(), { timeout: 20_000 }).toBe("done");
  await page.close();
  await app.remove();
  await expect.poll(async () => (await allEvents(project)).length, { timeout: 10_000 }).toBe(reports);
  const events = await allEvents(project);
  return { arrived: events.flatMap(arrivedFrames), shown: events.flatMap(shownFrames) };
}

type RawFrames = { exception: { values: { stacktrace: { frames: { function?: string }[] } }[] } };

/** The names that the browser gave, at the places that the map gives: in a readable build they are what was written. */
function arrivedFrames(event: EventJson): Named[] {
  const values = (event.raw as RawFrames).exception.values.toReversed();
  return event.exceptions.flatMap(({ frames }, i) => {
    const raw = values[i]!.stacktrace.frames.toReversed();
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

/** Engines say in front what a function was called on or how; the name is behind it. */
const plain = (name: string | undefined) =>
  name === undefined || /^(?:\?|<anonymous>)$/.test(name) ? "" : name.replace(/^(?:async |Object\.)+/, "");

test("functions of a minified build are named as the browser names them in a readable one", async () => {
  const [readable, minified] = [await run(false), await run(true)];
  const truth = new Map(readable.arrived.map(({ place, name }) => [place, plain(name)]));
  const compared = minified.shown.filter(({ place }) => truth.has(place));
  const wrong = compared.filter(({ place, name }) => plain(name) !== truth.get(place));
  expect(compared.length).toBeGreaterThan(60);
  expect(compared.length / minified.shown.length).toBeGreaterThan(0.9);
  // Better than the browser: a component and a handler that only their variable names.
  const betterNamed = ["Total", "buy"];
  expect(wrong.filter(({ name }) => !betterNamed.includes(name ?? ""))).toEqual([]);
  expect(new Set(minified.shown.map(({ name }) => name))).toContain("Total");
  // The build renames what it can: without the sources hardly a name would be right.
  const renamed = minified.arrived.filter(({ place, name }) => truth.get(place) && plain(name) !== truth.get(place));
  expect(renamed.length / compared.length).toBeGreaterThan(0.4);
});
