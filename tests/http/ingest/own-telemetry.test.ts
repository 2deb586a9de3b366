import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "#tests/harness/browser.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { envelopeOf, makeOwner, owner } from "#tests/harness/project.ts";
import { openStoreOf } from "#tests/harness/store-of.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, visit } from "#tests/harness/visitor.ts";

// Data that Spoor's own pages send, and its abuse by strangers.

let spoor: Spoor;
let token: string;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  token = await readToken(spoor);
});
afterAll(() => spoor.remove());

async function readToken(of: Spoor): Promise<string> {
  const scopes = "project:read,event:read";
  return String(
    (await of.run("token", "create", "--user", owner.email, "--scopes", scopes))["token"],
  );
}

const own = async (path: string) =>
  (
    await fetch(`${spoor.url}/spoor${path}`, { headers: { authorization: `Bearer ${token}` } })
  ).json();

const hex = (bytes: number) => randomBytes(bytes).toString("hex");
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

function exported(
  name: string,
  attributes: object[] = [],
  service = "spoor browser",
  traceId = hex(16),
): string {
  const start = BigInt(Date.now()) * 1_000_000n;
  const times = { startTimeUnixNano: String(start), endTimeUnixNano: String(start + 1_000_000n) };
  const spans = [{ traceId, spanId: hex(8), name, kind: 1, ...times, attributes }];
  return JSON.stringify({
    resourceSpans: [
      { resource: { attributes: [text("service.name", service)] }, scopeSpans: [{ spans }] },
    ],
  });
}

const send = (
  body: string,
  headers: Record<string, string> = { origin: spoor.url },
  path = "/v1/traces",
) =>
  fetch(`${spoor.url}/api/internal${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });

test("public pages contain no client key", async () => {
  for (const path of ["/login", "/forgot", "/reset/x", "/nothing/here"]) {
    const { text: page, headers } = await visit(spoor.url).get(path);
    expect(page).toContain("spoor-telemetry");
    const said = page + JSON.stringify([...headers]);
    expect(said.match(/\b[0-9a-f]{32}\b/g)?.filter((id) => !isTraceId(id, said)) ?? []).toEqual([]);
    expect(said).not.toContain("sentry_key");
  }
});

const isTraceId = (id: string, page: string) => page.includes(`00-${id}-`);

test("only pages of this instance may send", async () => {
  const refused: Record<string, string>[] = [
    {},
    { origin: "https://elsewhere.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site", origin: spoor.url },
    { "sec-fetch-site": "same-site", origin: spoor.url },
    { "sec-fetch-site": "none" },
  ];
  for (const headers of refused)
    for (const path of ["/v1/traces", "/v1/logs", "/reports"])
      expect((await send("{}", headers, path)).status).toBe(403);
  expect((await send(exported("hydrate"))).status).toBe(200);
  expect((await send(exported("hydrate"), { "sec-fetch-site": "same-origin" })).status).toBe(200);
});

test("envelopes, large bodies, and other types are refused", async () => {
  const event = envelopeOf({ event_id: hex(16), message: "from a stranger" });
  expect((await send(event)).status).toBe(400);
  expect((await send(event, undefined, "/envelope/")).status).toBe(404);
  expect((await send(JSON.stringify({ message: "an event" }), undefined, "/reports")).status).toBe(
    400,
  );
  expect(
    (await send(exported("hydrate", [text("exception.message", "x".repeat(70_000))]))).status,
  ).toBe(413);
  const got = await fetch(`${spoor.url}/api/internal/v1/traces`);
  expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
  expect(await own("/issues.json")).toMatchObject({ issues: [] });
});

test("only attributes of the browser SDK are stored", async () => {
  const traceId = hex(16);
  const attributes = [
    text("http.route", "/reset/:token"),
    text("url.path", "/reset/abc"),
    text("url.full", `${spoor.url}/reset/abc`),
    text("react_router.kind", "document"),
    text("flood.key", "1"),
    text("react_router.route.id", "invented"),
  ];
  expect(
    (await send(exported("an invented name", attributes, "an invented service", traceId))).status,
  ).toBe(200);
  await expect
    .poll(
      async () => ((await own(`/traces/${traceId}.json`)) as { spans?: object[] }).spans?.length,
    )
    .toBe(1);
  const { spans } = (await own(`/traces/${traceId}.json`)) as { spans: Record<string, unknown>[] };
  expect(spans[0]).toMatchObject({ name: "unknown", service: "spoor browser" });
  expect(spans[0]!["attributes"]).toEqual({
    "http.route": "/reset/:token",
    "react_router.kind": "document",
  });
});

test("a flood by visitors is limited, but members are not", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 120 }, async () => (await send(exported("hydrate"))).status),
  );
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(65);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(55);
  const member = await signIn(spoor.url, owner);
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  expect((await send(exported("hydrate"), { origin: spoor.url, cookie })).status).toBe(200);
});

test("spans, vitals, and policy reports of own pages arrive", async () => {
  const other = await startSpoor();
  await makeOwner(other);
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const answers: string[] = [];
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith("/api/")) answers.push(`${pathname} ${answer.status()}`);
  });
  await page.goto(`${other.url}/login`);
  await page.evaluate(() =>
    document.body.append(Object.assign(new Image(), { src: "https://elsewhere.example/x" })),
  );
  const wanted = ["v1/traces", "v1/logs", "reports"].map((path) => `/api/internal/${path} 200`);
  await expect.poll(() => answers).toEqual(expect.arrayContaining(wanted));
  const headers = { authorization: `Bearer ${await readToken(other)}` };
  const read = async (path: string) => (await fetch(other.url + path, { headers })).text();
  await expect.poll(() => read("/spoor/traces.json")).toContain("spoor browser");
  await expect.poll(() => read("/spoor/issues.json")).toContain("https://elsewhere.example");
  await browser.close();
  await other.remove();
});

let server: TestPostgres | undefined;
afterAll(() => server?.stop());

test.each(["folder", "PostgreSQL"])(
  "in a %s, the key exposed by earlier versions is revoked once, others stay",
  async (engine) => {
    if (engine === "PostgreSQL") server = await startPostgres();
    const environment: Record<string, string> = server
      ? { DATABASE_URL: await server.create() }
      : {};
    const before = await startSpoor({ environment });
    await before.stop();
    // As an earlier version left it: pages exposed the first key, and another was created by hand.
    const store = await openStoreOf(before);
    const project = (await store.projects.bySlug("spoor"))!;
    const [printed] = await store.projects.keys(project.id);
    const byHand = {
      projectId: project.id,
      publicKey: hex(16),
      label: "by hand",
      createdAt: Date.now() + 1,
      allowedOrigins: [],
    };
    await store.keys.create(byHand);
    await store.settings.remove("internal key");
    const user = await store.people.create({
      email: "ada@example.com",
      name: "Ada",
      role: "member",
      passwordHash: "",
      createdAt: Date.now(),
    });
    if (user === "taken") throw new Error("There is such a user.");
    const [tokenHash, createdAt, expiresAt] = [hex(32), Date.now(), Date.now() + 3_600_000];
    await store.resets.create({ tokenHash, userId: user.id, createdAt, expiresAt });
    const offer = { kind: "instance", role: "owner" } as const;
    const open = {
      tokenHash,
      email: "bo@example.com",
      offer,
      invitedBy: user.id,
      createdAt,
      expiresAt,
    };
    const { id: invitation } = await store.invitations.create(open);
    await store.close();
    const after = await before.restart();
    const status = async (key: string) =>
      (
        await fetch(`${after.url}/v1/traces?sentry_key=${key}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: exported("hydrate"),
        })
      ).status;
    expect([await status(printed!.publicKey), await status(byHand.publicKey)]).toEqual([403, 200]);
    expect(after.output()).toContain(printed!.publicKey);
    const opened = await openStoreOf(after);
    expect(await opened.resets.find(tokenHash, Date.now())).toBeUndefined();
    expect((await opened.invitations.byId(invitation))?.revokedAt).toBeDefined();
    await opened.close();
    const again = await after.stop().then(() => after.restart());
    expect(again.output()).not.toContain("It was revoked");
    await again.remove();
  },
);
