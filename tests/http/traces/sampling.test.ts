import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { thinTraces } from "#server/jobs/thin-traces.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { makeOwner, makeProject, owner, type TestProject } from "#tests/harness/project.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// The sample rate is set by a plain form and shown on pages.

let spoor: Spoor;
let project: TestProject;
let cookie: string;
const path = "/shop/settings/sampling";

beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "shop");
  cookie = await signIn(owner);
});
afterAll(() => spoor.remove());

async function signIn(person: { email: string; password: string }): Promise<string> {
  const body = new URLSearchParams(person);
  const answer = await fetch(`${spoor.url}/login`, { method: "POST", redirect: "manual", body });
  return answer.headers.get("set-cookie")!.split(";", 1)[0]!;
}

const read = async (at: string, as = cookie) => {
  const answer = await fetch(spoor.url + at, { headers: { cookie: as } });
  // React leaves a comment between two texts.
  return { status: answer.status, html: (await answer.text()).replaceAll("<!-- -->", "") };
};

const save = (kept: string, as = cookie) =>
  fetch(spoor.url + path, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: as },
    body: new URLSearchParams({ kept }),
  });

const field = (html: string) => /<input[^>]* name="kept"[^>]*>/.exec(html)?.[0];

test("a sample rate is saved, shown, and audited; an invalid one is returned", async () => {
  expect(field((await read(path)).html)).toContain('value="100"');
  const wrong = await save("half of it");
  expect(wrong.status).toBe(422);
  const html = await wrong.text();
  expect(html).toContain("Enter a number from 0 to 100");
  expect(field(html)).toMatch(
    /value="half of it".*aria-invalid="true"|aria-invalid="true".*value="half of it"/,
  );
  const saved = await save("12.5");
  expect([saved.status, saved.headers.get("location")]).toEqual([303, `${path}?saved`]);
  expect(field((await read(`${path}?saved`)).html)).toContain('value="12.5"');
  expect((await read("/shop/settings/audit")).html).toContain("sampling");
});

test("members without permission neither see nor set the sample rate", async () => {
  const viewer = { email: "vera@example.com", password: "correct horse battery" };
  await spoor.run("user", "create", "--email", viewer.email, "--password", viewer.password);
  await spoor.run(
    "member",
    "add",
    "--project",
    "shop",
    "--email",
    viewer.email,
    "--role",
    "viewer",
  );
  const asViewer = await signIn(viewer);
  expect((await read(path, asViewer)).status).toBe(403);
  expect((await save("0", asViewer)).status).toBe(403);
  expect(field((await read(path)).html)).toContain('value="12.5"');
});

test("pages show deletions, the sample rate, and why a trace is missing", async () => {
  expect((await save("0")).status).toBe(303);
  const sent = [];
  const startsAt = Date.now() - 60_000;
  for (let number = 0; number < 8; number++)
    sent.push(
      (await sendTrace(spoor, project, `GET /cart 0-${20 + number} @shop server`, { startsAt }))
        .traceId,
    );
  expect((await read("/shop/traces")).html).not.toContain("Sampling is on");
  const store = await openSqliteStore(spoor.dataFolder);
  const removed = await thinTraces(store, Date.now() + 2 * 3_600_000).finally(() => store.close());
  // The five slowest of eight traces are samples of the route.
  expect(removed).toBe(3);
  expect((await read("/shop/traces")).html).toMatch(/Sampling is on: 63% of 8 traces are stored/);
  expect((await read(`/shop/traces/${sent[7]}`)).status).toBe(200);
  const missing = await read(`/shop/traces/${sent[0]}`);
  expect(missing.status).toBe(404);
  expect(missing.html).toContain("sampling may have removed it");
  const asData = await project.get(`/traces/${sent[0]}.json`);
  expect([asData.status, ((await asData.json()) as { detail: string }).detail]).toEqual([
    404,
    expect.stringContaining("sampling may have removed it"),
  ]);
  const table = (await read(path)).html.replaceAll(/<[^>]*>/g, " ");
  expect(table).toMatch(/8\s+3\s+5\s+63%/);
  const outcomes = await readOutcomes(project.id as ProjectId);
  expect(outcomes).toEqual([
    ["span", 3],
    ["trace", 3],
  ]);
});

async function readOutcomes(id: ProjectId) {
  const store = await openSqliteStore(spoor.dataFolder, { readonly: true });
  const entries = await store.outcomes.read(id, 0).finally(() => store.close());
  return entries
    .filter(({ outcome }) => outcome === "thinned")
    .map(({ category, quantity }) => [category, quantity]);
}
