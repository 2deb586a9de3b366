import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { incomplete } from "#tests/harness/requests/incomplete.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let project: TestProject;
let copies: string;
beforeAll(async () => {
  copies = await mkdtemp(join(tmpdir(), "spoor-home-"));
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  for (const [name, message] of ["otter", "badger"].entries())
    await sendEnvelope(
      spoor,
      project,
      envelopeOf({ event_id: String(name).repeat(32), message, release: "web@1.0" }),
    );
  await project.waitForIssues(2);
});
afterAll(async () => {
  await spoor.remove();
  await rm(copies, { recursive: true });
});

const textOf = (html: string) =>
  html
    .replaceAll(/<!--.*?-->/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");

test("the home page shows new issues and rates, and owners see the last backup", async () => {
  const person = await signIn(spoor.url, owner);
  await expect.poll(async () => (await person.get("/")).main).not.toMatch(incomplete);
  const { main } = await person.get("/");
  const [, query] = /href="\/shop\/issues\?([^"]*)"/.exec(main)!;
  expect(new URLSearchParams(query!.replaceAll("&amp;", "&")).get("query")).toBe(
    "is:unresolved first-seen:-24h",
  );
  expect((await person.get(`/shop/issues?${query!.replaceAll("&amp;", "&")}`)).main).toContain(
    "badger",
  );
  expect(textOf(main)).toContain("shop has 2 new unresolved issues in the last 24 hours.");
  expect(textOf(main)).toMatch(/ 2 0\.0\d+\/min, last hour 2 2 /);
  expect(textOf(main)).toMatch(/Ingest rate, last hour 0\.0\d+\/min .* Last backup None/);

  await spoor.run("backup", join(copies, "all.tar"));
  expect(textOf((await person.get("/")).main)).toMatch(
    /Last backup (?:just now|\d+ \w+ ago) (?:Not verified|Verified)/,
  );
});

test("charts of issues, monitors, and usage mark releases", async () => {
  const person = await signIn(spoor.url, owner);
  const made = await person.post("/shop/monitors/new", {
    intent: "save",
    name: "Nightly",
    slug: "",
    kind: "interval",
    expression: "",
    every: "1",
    unit: "hour",
    timeZone: "UTC",
    marginMinutes: "5",
    maxRuntimeMinutes: "30",
    failureThreshold: "1",
    recoveryThreshold: "1",
  });
  expect(made.status).toBe(303);
  await fetch(`${spoor.url}/api/${project.id}/cron/nightly/${project.publicKey}/?status=ok`);
  const [issue] = await project.issues();
  for (const page of [`issues/${issue!.shortId}`, "monitors/nightly", "settings/intake"]) {
    const marked = async () => (await person.get(`/shop/${page}`)).main;
    await expect
      .poll(marked, { message: page })
      .toMatch(/aria-label="[^"]*\w\. Releases: web@1\.0 at \w+ \d+, \d\d:\d\d"/);
    expect(await marked()).toMatch(/<g class="release"><text[^>]*>web@1\.0</);
  }
});
