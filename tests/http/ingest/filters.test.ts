import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePeople, type People } from "#tests/harness/people/people.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let session: Visitor;
let project: TestProject;
let people: People;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
  project = await makeProject(spoor, "filtered");
  const elsewhere = await makeProject(spoor, "elsewhere");
  people = await makePeople(spoor, project.id as never, elsewhere.id as never);
});
afterAll(async () => {
  await people.close();
  await spoor.remove();
});

const page = "/filtered/settings/filters";
const newId = () => randomUUID().replaceAll("-", "");
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

const send = async (event: object): Promise<number> =>
  (await sendEnvelope(spoor, project, envelopeOf({ event_id: newId(), ...event }))).status;

const boxes = ["browserExtensions", "legacyBrowsers", "webCrawlers", "localhost", "healthChecks"];
const isChecked = (html: string, name: string) =>
  new RegExp(`<input[^>]*name="${name}"[^>]*checked=""`).test(html);

test("filters are off in a new project, and only admins see the page", async () => {
  const { text, status } = await session.get(page);
  expect(status).toBe(200);
  for (const box of boxes) expect(isChecked(text, box)).toBe(false);
  for (const [asker, expected] of [
    ["viewer", 403] as const,
    ["developer", 403] as const,
    ["admin", 200] as const,
    ["stranger", 404] as const,
  ]) {
    const headers = await people.headersOf(asker);
    const seen = await fetch(`${spoor.url}${page}`, {
      headers: { ...headers, accept: "text/html" },
    });
    expect(`${asker} ${seen.status}`).toBe(`${asker} ${expected}`);
    const fields = new URLSearchParams({ webCrawlers: "yes" });
    const posted = await fetch(`${spoor.url}${page}`, {
      method: "POST",
      headers,
      body: fields,
      redirect: "manual",
    });
    expect(`${asker} ${posted.status}`).toBe(`${asker} ${expected === 200 ? 303 : expected}`);
  }
  const { text: entries } = await session.get("/filtered/settings/audit");
  expect(entries).toContain("filters");
  expect((await session.post(page, {})).status).toBe(303);
});

test.each([
  [{ messages: "x".repeat(201) }, "at most 200 characters"],
  [{ messages: "*" }, "matches everything"],
  [{ releases: "*a".repeat(11) }, "at most 10 stars"],
  [{ messages: Array.from({ length: 31 }, (_, at) => `m${at}`).join("\n") }, "at most 30 patterns"],
])("refuses %j with a message at its field and keeps the input", async (fields, sentence) => {
  const { status, text } = await session.post(page, { webCrawlers: "yes", ...fields });
  expect(status).toBe(422);
  expect(text).toContain(sentence);
  expect(isChecked(text, "webCrawlers")).toBe(true);
  expect(isChecked((await session.get(page)).text, "webCrawlers")).toBe(false);
});

test("filtered events are counted by filter in pages and metrics, and never stored", async () => {
  const saved = await session.post(page, {
    webCrawlers: "yes",
    messages: "*noise*\n\nother",
    releases: "*-dev",
  });
  expect(saved.location).toMatch(/\/settings\/filters\?saved$/);
  const { text } = await session.get(page);
  expect([isChecked(text, "webCrawlers"), isChecked(text, "localhost")]).toEqual([true, false]);
  expect(text).toContain("*noise*\nother");
  await pause(1_100);

  expect(await send({ message: "kept" })).toBe(200);
  expect(await send({ message: "much noise" })).toBe(200);
  expect(await send({ message: "a dev's", release: "shop@1.0-dev" })).toBe(200);
  const headers = { "User-Agent": googlebot };
  expect(
    await send({ message: "crawled", request: { url: "https://shop.example/", headers } }),
  ).toBe(200);
  const report = {
    timestamp: 1,
    discarded_events: [{ reason: "sample_rate", category: "error", quantity: 5 }],
  };
  const told = `{}\n{"type":"client_report"}\n${JSON.stringify(report)}\n`;
  expect((await sendEnvelope(spoor, project, told)).status).toBe(200);
  await project.waitForIssues(1);

  const counts = async () => {
    const { main } = await session.get("/filtered/settings/intake");
    const plain = main.replaceAll("<!-- -->", "").replaceAll(/<[^>]+>/g, " ");
    return [...plain.matchAll(/error +(Filtered|Dropped by SDK) +([a-z_ ]+?) +(\d+)/g)].map(
      (each) => each.slice(1, 4).join(" "),
    );
  };
  await expect
    .poll(async () => (await counts()).toSorted())
    .toEqual([
      "Dropped by SDK sample_rate 5",
      "Filtered message pattern 1",
      "Filtered release pattern 1",
      "Filtered web crawler 1",
    ]);
  expect((await session.get(page)).text.match(/Filtered in the last 24 hours: 1\./g)).toHaveLength(
    3,
  );
  // The worker reports once per second.
  const read = async () => (await fetch(`${spoor.url}/metrics`)).text();
  await expect.poll(read).toContain('spoor_items_filtered_total{filter="web_crawler"} 1');
  const metrics = await read();
  expect(metrics).toContain('spoor_items_filtered_total{filter="localhost"} 0');
  expect(metrics).toContain('spoor_items_dropped_total{reason="filtered"} 3');
});

test("a filter applies to queued requests until it is turned off", async () => {
  const flood = await Promise.all(
    Array.from({ length: 120 }, (_, at) => send({ message: at % 2 ? "noise" : "signal" })),
  );
  expect(new Set(flood)).toEqual(new Set([200]));
  const eventsOf = async () =>
    (await project.issues()).map(({ title, count }) => `${count} ${title}`);
  await expect.poll(eventsOf).toContain("60 signal");
  expect((await eventsOf()).some((each) => each.includes("noise"))).toBe(false);

  expect((await session.post(page, {})).status).toBe(303);
  await pause(1_100);
  expect(await send({ message: "noise again" })).toBe(200);
  await expect.poll(eventsOf).toContain("1 noise again");
});
