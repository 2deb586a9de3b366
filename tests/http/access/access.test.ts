import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { type Collector, startCollector } from "#tests/harness/servers/otlp-collector.ts";
import { startTwoProjects, type TwoProjects } from "#tests/harness/data/two-projects.ts";

// Attempts that only a mistake behind authorization would let pass: tokens beyond their owner,
// ambiguous forms.

let collector: Collector;
let world: TwoProjects;
let { people, alpha, own, read, post } = {} as TwoProjects;
beforeAll(async () => {
  collector = await startCollector();
  world = await startTwoProjects({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  ({ people, alpha, own, read, post } = world);
});
afterAll(async () => {
  await world.close();
  collector.close();
});

describe("tokens", () => {
  test("a token has no more access than its owner has now", async () => {
    const { store, users } = people;
    const headers = await people.token(users.developer, ["event:write"]);
    const resolve = async () =>
      (await post(`/alpha/issues/${own[":issue"]}`, headers, "intent=resolve")).status;
    const data = async () => (await read("/alpha/issues.json", headers)).status;
    expect([await resolve(), await data()]).toEqual([303, 200]);
    await store.people.setMembership(alpha.id as ProjectId, users.developer.id, "viewer");
    expect([await resolve(), await data()]).toEqual([403, 200]);
    await store.members.change(alpha.id as ProjectId, users.developer.id, "none", () => undefined);
    expect([await resolve(), await data()]).toEqual([404, 404]);
    await people.restore();
  });

  test("a token loses its owner's lost access, creates no token, and changes no account", async () => {
    const { store, users } = people;
    const headers = await people.token(users.owner, ["org:admin"]);
    expect((await read("/settings/users", headers)).status).toBe(200);
    expect((await post("/account/tokens", headers, "label=more&scopes=org:admin")).status).toBe(
      403,
    );
    expect((await post("/account/password", headers)).status).toBe(403);
    await store.accounts.change(users.owner.id, { kind: "role", role: "member" }, () => undefined);
    expect((await read("/settings/users", headers)).status).toBe(403);
    expect((await read("/alpha/issues.json", headers)).status).toBe(404);
    await store.accounts.change(users.owner.id, { kind: "role", role: "owner" }, () => undefined);
  });

  test("a token has the selected scopes, is shown once, and can be revoked", async () => {
    const { store, users } = people;
    const headers = await people.session(users.viewer);
    const fields = "intent=make&label=CI&scopes=event:read&days=30";
    const page = await (await post("/account/tokens", headers, fields)).text();
    const token = /spoor_[\w-]{43}/.exec(page)![0];
    const bearer = { authorization: `Bearer ${token}` };
    expect((await read("/alpha/issues.json", bearer)).status).toBe(200);
    expect(await (await read("/account/tokens", headers)).text()).not.toContain(token);
    const [made] = await store.tokens.list(users.viewer.id);
    expect(made).toMatchObject({ label: "CI", scopes: ["event:read"] });
    expect(made!.expiresAt! - made!.createdAt).toBe(30 * 86_400_000);
    expect(made!.lastUsedAt).toBeGreaterThanOrEqual(made!.createdAt);
    expect((await post("/account/tokens", headers, `intent=revoke&token=${made!.id}`)).status).toBe(
      303,
    );
    expect((await read("/alpha/issues.json", bearer)).status).toBe(401);
    expect((await post("/account/tokens", headers, "label=x&scopes=org:admin&days=")).status).toBe(
      422,
    );
  });
});

test("an expired token grants no access", async () => {
  const { store, users } = people;
  const tokenHash = createHash("sha256").update("spoor_old").digest("hex");
  const ended = { createdAt: Date.now() - 2000, expiresAt: Date.now() - 1000 };
  await store.tokens.create({
    tokenHash,
    userId: users.owner.id,
    scopes: ["org:admin"],
    label: "old",
    ...ended,
  });
  expect((await read("/alpha/issues.json", { authorization: "Bearer spoor_old" })).status).toBe(
    401,
  );
});

describe("ambiguous forms", () => {
  test("a form with two intents needs permission for both; other methods are refused", async () => {
    const { users } = people;
    const headers = await people.session(users.viewer);
    const remove = `intent=remove&member=${users.admin.id}`;
    for (const fields of [`intent=leave&${remove}`, `${remove}&intent=leave`, remove])
      expect((await post("/alpha/settings/members", headers, fields)).status).toBe(403);
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect((await post("/alpha/settings/members", headers, remove, method)).status).toBe(405);
    const members = await people.store.members.list({
      projectId: alpha.id as ProjectId,
      limit: 50,
    });
    expect(members.rows.map(({ role }) => role)).toEqual(["admin", "developer", "viewer"]);
  });

  test("the last admin cannot leave, and admins cannot remove owners", async () => {
    const { store, users } = people;
    const headers = await people.session(users.admin);
    await store.people.setMembership(alpha.id as ProjectId, users.owner.id, "developer");
    const members = "/alpha/settings/members";
    expect((await post(members, headers, "intent=leave")).status).toBe(409);
    expect((await post(members, headers, `intent=remove&member=${users.owner.id}`)).status).toBe(
      403,
    );
    expect((await post(members, await people.headersOf("owner"), "intent=leave")).status).toBe(303);
  });
});

test("disabling an account ends its sessions and tokens at once and is audited", async () => {
  const { store, users } = people;
  const [session, token] = [
    await people.session(users.stranger),
    await people.token(users.stranger, ["event:read"]),
  ];
  expect((await read("/beta/issues", session)).status).toBe(200);
  const disable = `intent=disable&user=${users.stranger.id}`;
  // No proxy is trusted here, so the claimed address is ignored.
  const owner = { ...(await people.headersOf("owner")), "x-forwarded-for": "203.0.113.9" };
  expect((await post("/settings/users", owner, disable)).status).toBe(303);
  expect((await read("/beta/issues", session)).headers.get("location")).toContain("/login");
  expect((await read("/beta/issues.json", token)).status).toBe(401);
  const [entry] = (await store.audit.list({ limit: 1 })).rows;
  expect(entry).toMatchObject({
    kind: "user-disabled",
    by: { email: "owner@people.example" },
    about: "stranger@people.example",
    address: "127.0.0.1",
  });
});

test("a refusal page uses the member's theme and links to their projects", async () => {
  const headers = await people.session(people.users.viewer);
  const answer = await read("/beta/issues", { cookie: `${headers.cookie}; spoor_theme=dark` });
  expect(answer.status).toBe(404);
  const page = await answer.text();
  expect(page).toContain('data-theme="dark"');
  expect(page).toMatch(/<summary>.*<span>viewer<\/span>/s);
});

test("a page reads the account and the project once", async () => {
  const headers = await people.session(people.users.viewer);
  await read(`/alpha/issues/${own[":issue"]}`, headers);
  const request = () =>
    collector.spans.find(
      ({ name, attributes }) => name === "GET /:project/issues/:issue" && attributes["url.path"],
    );
  await expect.poll(request).toBeDefined();
  const ofPage = collector.spans
    .filter(({ traceId }) => traceId === request()!.traceId)
    .map(({ name }) => name);
  const asked = ["sessions.holder", "projects.bySlug"];
  const apart = ["sessions.find", "people.byId", "people.memberships"];
  expect(ofPage.filter((name) => [...asked, ...apart].includes(name)).toSorted()).toEqual(
    asked.toSorted(),
  );
});
