import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

let spoor: Spoor;
let project: TestProject;
let cookie: string;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "pages");
  cookie = await signIn();
  await sendEnvelope(
    spoor,
    project,
    envelopeOf({ event_id: "a".repeat(32), message: "a page's own error" }),
  );
  await project.waitForIssues(1);
});
afterAll(() => spoor.remove());

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(spoor.url + path, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(fields),
    headers,
  });

async function signIn(): Promise<string> {
  const answer = await post("/login", owner);
  expect(answer.status).toBe(303);
  const set = answer.headers.get("set-cookie")!;
  expect(set).toMatch(/^spoor_session=.+; Path=\/; SameSite=Lax; HttpOnly/);
  return set.split(";", 1)[0]!;
}

describe("sign-in over plain HTTP", () => {
  test("a wrong password gets 401 with one message and keeps the address", async () => {
    const answer = await post("/login", { ...owner, password: "wrong" });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("set-cookie")).toBeNull();
    const html = await answer.text();
    expect(html).toContain("Wrong email or password");
    expect(html).toContain(`value="${owner.email}"`);
  });

  test("pages and JSON need authentication; a token reads what a cookie reads", async () => {
    expect(
      (await fetch(`${spoor.url}/pages/issues`, { redirect: "manual" })).headers.get("location"),
    ).toBe("/login?next=%2Fpages%2Fissues");
    expect((await fetch(`${spoor.url}/pages/issues.json`)).status).toBe(401);
    const byCookie = await fetch(`${spoor.url}/pages/issues.json`, { headers: { cookie } });
    const byToken = await fetch(`${spoor.url}/pages/issues.json`, {
      headers: { authorization: `Bearer ${project.token}` },
    });
    expect(await byCookie.json()).toEqual(await byToken.json());
  });

  test("a missing page or JSON resource answers 404", async () => {
    for (const path of [
      "/nothing",
      "/nothing/issues",
      "/pages/issues/PAGES-99",
      "/pages/issues/1/events/" + "b".repeat(32),
    ]) {
      const answer = await fetch(spoor.url + path, { headers: { cookie } });
      expect(answer.status, path).toBe(404);
      expect(await answer.text()).toMatch(/no such|not found|There is no/i);
      expect((await fetch(`${spoor.url}${path}.json`, { headers: { cookie } })).status, path).toBe(
        404,
      );
    }
  });
});

describe("issue actions by plain posts", () => {
  test("resolve, ignore, reopen answer 303 and change the state", async () => {
    const [issue] = await project.issues();
    const path = `/pages/issues/${issue!.id}`;
    for (const [fields, state, substate] of [
      [{ intent: "resolve" }, "resolved", "now"],
      [{ intent: "reopen" }, "open", "ongoing"],
      [{ intent: "ignore", count: "10" }, "ignored", "count"],
      [{ intent: "ignore" }, "ignored", "forever"],
      [{ intent: "reopen" }, "open", "ongoing"],
      [{ intent: "resolve-in", release: "web@2.0.0" }, "resolved", "release"],
      [{ intent: "reopen" }, "open", "ongoing"],
    ] as const) {
      const answer = await post(path, fields, { cookie });
      expect(answer.status, JSON.stringify(fields)).toBe(303);
      expect((await project.issues())[0]).toMatchObject({ state, substate });
    }
    const bulk = await post("/pages/issues", { intent: "resolve", issue: issue!.id }, { cookie });
    expect(bulk.status).toBe(303);
    expect((await project.issues("is:resolved")).length).toBe(1);
    await post(path, { intent: "reopen" }, { cookie });
  });

  test("an invalid field gets 422 with a message and its value", async () => {
    const [issue] = await project.issues();
    const answer = await post(
      `/pages/issues/${issue!.id}`,
      { intent: "ignore", count: "many" },
      { cookie },
    );
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain('value="many"');
    expect(html).toMatch(/aria-describedby="count-error"/);
  });

  test.each([
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 403],
    ["another origin of the same site", { "sec-fetch-site": "same-site" }, 403],
    ["an old browser on another site", { origin: "https://evil.example" }, 403],
    ["a sandboxed frame", { origin: "null" }, 403],
    ["this page", { "sec-fetch-site": "same-origin" }, 303],
    ["an address typed in", { "sec-fetch-site": "none" }, 303],
    ["no browser at all", {}, 303],
  ])("a post from %s", async (_from, headers, status) => {
    const [issue] = await project.issues();
    const answer = await post(
      `/pages/issues/${issue!.id}`,
      { intent: "reopen" },
      { cookie, ...(headers as Record<string, string>) },
    );
    expect(answer.status).toBe(status);
  });

  test("a post from this site through a TLS-terminating proxy", async () => {
    const [issue] = await project.issues();
    const origin = spoor.url.replace("http:", "https:");
    const answer = await post(
      `/pages/issues/${issue!.id}`,
      { intent: "reopen" },
      { cookie, origin },
    );
    expect(answer.status).toBe(303);
  });
});

test("a page uses script nonces, allows no inline style, and cannot be framed", async () => {
  const answer = await fetch(`${spoor.url}/pages/issues`, { headers: { cookie } });
  const html = await answer.text();
  const csp = answer.headers.get("content-security-policy")!;
  const nonce = /'nonce-([^']+)'/.exec(csp)?.[1];
  expect(csp).not.toContain("unsafe-inline");
  expect(csp).toContain("frame-ancestors 'none'");
  const scripts = html.match(/<script[^>]*>/g)!;
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([]);
  expect(html).not.toMatch(/ style="| onclick="/);
  expect(answer.headers.get("referrer-policy")).toBe("same-origin");
});

test("built files are immutable, and health needs no cookie", async () => {
  const html = await (await fetch(`${spoor.url}/login`)).text();
  const asset = /href="(\/assets\/[^"]+\.css)"/.exec(html)![1]!;
  expect((await fetch(spoor.url + asset)).headers.get("cache-control")).toBe(
    "public, max-age=31536000, immutable",
  );
  expect((await fetch(`${spoor.url}/assets/nothing-here.js`)).status).toBe(404);
  expect((await fetch(`${spoor.url}/%E0%A4%A/issues.json`)).status).toBe(400);
  expect(await (await fetch(`${spoor.url}/healthz`)).json()).toEqual({ status: "ok" });
  const waiting = {
    requests: expect.any(Number),
    bytes: expect.any(Number),
    seconds: expect.any(Number),
  };
  expect(await (await fetch(`${spoor.url}/readyz`)).json()).toEqual({ status: "ready", waiting });
});

test("an invalid query or sort is explained", async () => {
  const answer = await project.get("/issues.json?query=is%3Ablue");
  expect(answer.status).toBe(422);
  expect(((await answer.json()) as { detail: string }).detail).toContain("blue");
  expect((await project.get("/issues.json?sort=weight")).status).toBe(422);
});
