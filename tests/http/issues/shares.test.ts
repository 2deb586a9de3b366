import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { fillProject, type Named, shareOf } from "#tests/harness/data/filled-project.ts";
import { makePeople, type People } from "#tests/harness/people/people.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// A share link shows its object only.

let spoor: Spoor;
let people: People;
let project: TestProject;
let elsewhere: TestProject;
let named: Named;
const privateValues = [
  "ada@example.com",
  "203.0.113.9",
  "secret-cookie",
  "secret-header",
  "secret-query",
  "secret-variable",
];
const event = {
  event_id: "f".repeat(32),
  exception: {
    values: [
      {
        type: "TypeError",
        value: "no basket of ada@example.com",
        stacktrace: {
          frames: [
            {
              function: "loadCart",
              filename: "app/cart.ts",
              lineno: 7,
              in_app: true,
              context_line: "return basket.items",
              vars: { who: "secret-variable" },
            },
          ],
        },
      },
    ],
  },
  user: { id: "7", email: "ada@example.com", ip_address: "203.0.113.9" },
  request: {
    url: "https://shop.example/cart?who=secret-query",
    headers: { "X-Api": "secret-header" },
    cookies: { sid: "secret-cookie" },
  },
  breadcrumbs: [{ category: "auth", message: "ada@example.com came from 203.0.113.9" }],
};

beforeAll(async () => {
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
  project = await makeProject(spoor, "alpha");
  elsewhere = await makeProject(spoor, "beta");
  named = await fillProject(spoor, project);
  await sendEnvelope(spoor, project, envelopeOf(event));
  await project.waitForIssues(2);
  people = await makePeople(spoor, project.id as ProjectId, elsewhere.id as ProjectId);
});
afterAll(async () => {
  await people.close();
  await spoor.remove();
});

const open = (token: string, headers: Record<string, string> = {}) =>
  fetch(`${spoor.url}/share/${token}`, { headers });
const cartIssue = async () => (await project.issues("TypeError"))[0]!.shortId;

async function post(
  who: "viewer" | "developer" | "admin",
  path: string,
  fields: Record<string, string>,
): Promise<Response> {
  const headers = await people.session(people.users[who]);
  return fetch(spoor.url + path, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
}

test("a shared issue shows the error and its culprit, but no user data", async () => {
  const { token } = await shareOf(spoor, project, `issues/${await cartIssue()}`);
  const answer = await open(token);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  for (const shown of [
    "TypeError",
    "loadCart",
    "return basket.items",
    "https://shop.example/cart",
    "(email)",
  ])
    expect(text).toContain(shown);
  for (const hidden of privateValues) expect(text).not.toContain(hidden);
  expect(text).not.toMatch(/href="\/alpha/);
  const data = await (await fetch(`${spoor.url}/share/${token}.data`)).text();
  for (const hidden of [...privateValues, "/alpha/"]) expect(data).not.toContain(hidden);
});

test("a shared page is not indexed, cached, or referred", async () => {
  const answer = await open(named["share/:token"]!);
  expect(answer.headers.get("x-robots-tag")).toContain("noindex");
  expect(answer.headers.get("cache-control")).toContain("no-store");
  expect(answer.headers.get("referrer-policy")).toBe("same-origin");
  expect(await answer.text()).toMatch(/<meta name="robots" content="noindex/);
});

test("a shared trace shows its waterfall without attributes or paging", async () => {
  const { token } = await shareOf(spoor, project, `traces/${named[":trace"]}`);
  const text = await (await open(`${token}?all=1`)).text();
  expect(text).toContain("SELECT cart_lines");
  expect(text).not.toContain("db.system");
  expect(text).not.toMatch(/\/spans\/|href="\/alpha/);
});

test("members of the project see a link to the original", async () => {
  const viewer = await people.session(people.users.viewer);
  const stranger = await people.session(people.users.stranger);
  expect(await (await open(named["share/:token"]!, viewer)).text()).toContain(
    `href="/alpha/issues/${named[":issue"]}"`,
  );
  expect(await (await open(named["share/:token"]!, stranger)).text()).not.toContain("/alpha/");
});

test("a share link opens no other page, JSON, or file", async () => {
  const token = named["share/:token"]!;
  for (const path of [
    `/share/${token}.json`,
    `/share/${token}.md`,
    `/share/${token}/events`,
    `/share/${token}x`,
  ])
    expect((await fetch(spoor.url + path)).status, path).toBe(404);
  const asToken = { authorization: `Bearer ${token}` };
  expect((await fetch(`${spoor.url}/alpha/issues.json`, { headers: asToken })).status).toBe(401);
});

test("revoked, expired, and unknown links look the same", async () => {
  const issue = await cartIssue();
  const { token } = await shareOf(spoor, project, `issues/${issue}`);
  const [newest] = await people.store.shares.list(project.id as ProjectId);
  expect(
    (
      await post("developer", `/alpha/issues/${issue}/share`, {
        intent: "revoke",
        share: String(newest!.id),
      })
    ).status,
  ).toBe(303);
  const words = async (answer: Response) => [
    answer.status,
    /This link is invalid[^<"]*/.exec(await answer.text())?.[0],
  ];
  const sentence = [404, expect.stringContaining("This link is invalid")];
  expect(await words(await open(token))).toEqual(sentence);
  expect(await words(await open("A".repeat(43)))).toEqual(sentence);
  const { createHash } = await import("node:crypto");
  const tokenHash = createHash("sha256").update("ended").digest("hex");
  const target = { kind: "trace", traceId: named[":trace"] as never } as const;
  const madeBy = people.users.developer.id;
  await people.store.shares.create({
    tokenHash,
    projectId: project.id as ProjectId,
    target,
    madeBy,
    createdAt: 1,
    expiresAt: 2,
  });
  expect(await words(await open("ended"))).toEqual(sentence);
});

test("sharing needs triage permission in the same project", async () => {
  const page = `/alpha/issues/${named[":issue"]}/share`;
  expect((await post("viewer", page, { intent: "make", days: "7" })).status).toBe(403);
  const [newest] = await people.store.shares.list(project.id as ProjectId);
  const revoke = { intent: "revoke", share: String(newest!.id) };
  expect((await post("viewer", "/alpha/settings/shares", revoke)).status).toBe(403);
  await people.store.people.setMembership(
    elsewhere.id as ProjectId,
    people.users.developer.id,
    "admin",
  );
  expect((await post("developer", "/beta/settings/shares", revoke)).status).toBe(404);
  expect(
    (await post("developer", `/beta/traces/${named[":trace"]}/share`, { intent: "make" })).status,
  ).toBe(404);
  expect((await post("developer", page, { intent: "make", days: "7000" })).status).toBe(422);
  expect(await people.store.shares.list(project.id as ProjectId)).toContainEqual(newest);
});

test("the audit log names who created and revoked a link", async () => {
  const headers = await people.session(people.users.admin);
  const log = await (await fetch(`${spoor.url}/alpha/settings/audit`, { headers })).text();
  expect(log).toContain("created a share link for");
  expect(log).toContain("revoked a share link for");
  const list = await (await fetch(`${spoor.url}/alpha/settings/shares`, { headers })).text();
  expect(list).toContain(`/alpha/issues/${named[":issue"]}/share`);
  expect(list).not.toContain(named["share/:token"]);
});

test("a merged issue's link shows its target; a deleted one's is invalid", async () => {
  const issue = await cartIssue();
  const { token } = await shareOf(spoor, project, `issues/${issue}`);
  expect(
    (await post("developer", `/alpha/issues/${issue}`, { intent: "merge", into: named[":issue"]! }))
      .status,
  ).toBe(303);
  expect(await (await open(token)).text()).toContain(named[":issue"]);
  expect(
    (await post("developer", `/alpha/issues/${named[":issue"]}`, { intent: "delete" })).status,
  ).toBe(303);
  expect((await open(token)).status).toBe(404);
});
