import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { json, run } from "#tests/harness/command-line.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  projectOn,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// A project moves between instances with its original events and issue states.

const errors = [
  { id: "1", type: "TypeError", user: "ada" },
  { id: "2", type: "TypeError", user: "bob" },
  { id: "3", type: "RangeError", user: "ada" },
  { id: "4", type: "SyntaxError", user: "ada" },
];
const eventIdOf = (id: string) => id.padStart(32, "0");

let folder: string;
let first: Spoor;
let shop: TestProject;
let file: string;
let second: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spoor-transfer-"));
  [file, second] = [join(folder, "shop.ndjson"), join(folder, "second")];
  first = await startSpoor({ dataFolder: join(folder, "first") });
  await makeOwner(first);
  shop = await makeProject(first, "shop");
  for (const { id, type, user } of errors) {
    const exception = {
      values: [
        { type, value: "of the cart", stacktrace: { frames: [{ function: type, in_app: true }] } },
      ],
    };
    const event = {
      event_id: eventIdOf(id),
      exception,
      user: { id: user },
      release: "1.0",
      tags: { shop: "north" },
    };
    await sendEnvelope(first, shop, envelopeOf(event), { "user-agent": "shop-client/1" });
  }
  const issues = await shop.waitForIssues(3, 4);
  const act = (type: string, fields: Record<string, string>) =>
    actOn(first, shop, issues.find((each) => each.type === type)!.id, fields);
  await act("TypeError", { intent: "assign", to: owner.email });
  await act("TypeError", { intent: "resolve" });
  await act("RangeError", { intent: "ignore", count: "10" });
});
afterAll(async () => {
  await first.stop();
  await rm(folder, { recursive: true });
});

async function actOn(
  spoor: Spoor,
  project: TestProject,
  issue: string,
  fields: Record<string, string>,
): Promise<void> {
  const signIn = await fetch(`${spoor.url}/login`, {
    method: "POST",
    body: new URLSearchParams(owner),
    redirect: "manual",
  });
  const cookie = signIn.headers.getSetCookie()[0]!.split(";")[0]!;
  const answer = await fetch(`${spoor.url}/${project.slug}/issues/${issue}`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie },
    body: new URLSearchParams(fields),
  });
  expect(answer.status).toBe(303);
}

/** Data that must be equal on both sides; issue IDs differ. */
async function standing(project: TestProject) {
  const issues = await project.issues();
  const compared = issues.map((issue) => ({ ...issue, id: "", shortId: "" }));
  return compared.toSorted((a, b) => a.type.localeCompare(b.type));
}

async function eventOf(project: TestProject, id: string) {
  const issue = (await project.issues()).find(
    ({ type }) => type === errors.find((each) => each.id === id)!.type,
  )!;
  const answer = await project.get(`/issues/${issue.id}/events/${eventIdOf(id)}.json`);
  const { eventId, receivedAt, timestamp, exceptions, tags, user, release, raw } =
    (await answer.json()) as Record<string, unknown>;
  return { eventId, receivedAt, timestamp, exceptions, tags, user, release, raw };
}

test("an export is private JSON Lines from a running server", async () => {
  const outcome = await run(["export", file, "--project", "shop", "--json"], first.dataFolder);
  expect(json(outcome)).toEqual({ file, project: "shop", issues: 3, events: 4 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  const kinds = lines.map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect(kinds.toSorted()).toEqual([
    "event",
    "event",
    "event",
    "event",
    "issue",
    "issue",
    "issue",
    "project",
  ]);
  expect((await run(["export", file, "--project", "shop"], first.dataFolder)).stderr).toMatch(
    /already exists/,
  );
  expect((await run(["export", "-", "--project", "cart"], first.dataFolder)).stderr).toMatch(
    /Project cart not found/,
  );
});

test("an import elsewhere keeps events, their times, and issue states", async () => {
  await run(
    ["user", "create", "--owner", "--email", owner.email, "--password", owner.password],
    second,
  );
  await run(
    ["project", "create", "--name", "Other", "--slug", "other", "--platform", "node"],
    second,
  );
  await run(
    ["project", "create", "--name", "Shop", "--slug", "shop", "--platform", "node"],
    second,
  );
  const importing = await run(["import", file, "--project", "shop", "--json"], second);
  expect(json(importing)).toEqual({
    project: "shop",
    events: 4,
    skipped: 0,
    refused: 0,
    reasons: [],
    states: 2,
  });
  const again = await run(["import", file, "--project", "shop", "--json"], second);
  expect(json(again)).toMatchObject({ events: 0, skipped: 4, states: 0 });

  const there = await startSpoor({ dataFolder: second });
  try {
    const scopes = "project:read,event:read";
    const { token } = (await there.run(
      "token",
      "create",
      "--user",
      owner.email,
      "--scopes",
      scopes,
    )) as {
      token: string;
    };
    const project = projectOn(there, { ...shop, token });
    expect(await standing(project)).toEqual(await standing(shop));
    for (const { id } of errors)
      expect(await eventOf(project, id)).toEqual(await eventOf(shop, id));
    const beside = await run(["import", file, "--project", "shop"], second);
    expect(beside).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Another Spoor process uses/),
    });
  } finally {
    await there.stop();
  }
});

test("an invalid export is refused with its line", async () => {
  const other = join(folder, "other.ndjson");
  await writeFile(other, `${(await readFile(file, "utf8")).split("\n")[0]}\n{"kind":"song"}\n`);
  const outcome = await run(["import", other, "--project", "shop"], second);
  expect(outcome).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Line 2 is not from an export/),
  });
});
