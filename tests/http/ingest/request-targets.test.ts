import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawRequest, type RawRequest } from "#tests/harness/requests/raw-request.ts";
import { envelopeOf, makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// Request targets (RFC 9112, section 3.2) with and without a base path and a trusted proxy.

describe.each([
  ["at the root", {}, ""],
  [
    "under a path, behind a proxy",
    { SPOOR_URL: "http://spoor.example/base", SPOOR_TRUST_PROXY: "loopback" },
    "/base",
  ],
])("%s", (_, environment: Record<string, string>, base) => {
  let spoor: Spoor;
  let project: TestProject;
  beforeAll(async () => {
    spoor = await startSpoor({ environment });
    await makeOwner(spoor);
    project = await makeProject(spoor, "target");
  });
  afterAll(() => spoor.remove());

  const ask = (asked: RawRequest) => rawRequest(spoor.url.replace(base, ""), asked);
  const bearer = () => ({ Authorization: `Bearer ${project.token}` });

  test("accepts an absolute URL like a path", async () => {
    const origin = "http://spoor.example:8080";
    const statusOf = async (path: string, more: Partial<RawRequest> = {}) =>
      (await ask({ target: `${origin}${base}${path}`, ...more })).status;
    expect(await statusOf("/healthz")).toBe(200);
    expect(await statusOf("/favicon.svg")).toBe(200);
    expect(await statusOf("/target/issues.json", { headers: bearer() })).toBe(200);
    expect(await statusOf("/target/issues.md?limit=1", { headers: bearer() })).toBe(200);
    expect(await statusOf("/target/issues", { headers: bearer() })).toBe(200);
    expect(await statusOf("/api/0/", { headers: bearer() })).toBe(200);
    expect(await statusOf("/mcp", { method: "POST" })).toBe(401);
    expect(await statusOf("/no-such.json")).toBe(404);
    const body = envelopeOf({ event_id: "a".repeat(32), message: "by a whole URL" });
    const path = `/api/${project.id}/envelope/?sentry_key=${project.publicKey}`;
    expect(await statusOf(path, { method: "POST", body })).toBe(200);
  });

  test("uses the host of the target, not of the header", async () => {
    const signIn = await ask({
      target: `HTTP://127.0.0.1:1${base}/theme`,
      headers: { Host: "evil.example" },
    });
    expect(signIn.status).toBe(302);
    expect(JSON.stringify(signIn.headers)).not.toContain("evil");
  });

  test("answers OPTIONS * with allowed methods and CONNECT with 405", async () => {
    expect(await ask({ method: "OPTIONS", target: "*" })).toMatchObject({
      status: 204,
      headers: { allow: expect.stringContaining("POST") },
    });
    const connected = await ask({ method: "CONNECT", target: "spoor.example:443" });
    expect(connected).toMatchObject({
      status: 405,
      headers: { allow: expect.stringContaining("GET") },
    });
    expect(JSON.parse(connected.body)).toMatchObject({ code: "wrong-method" });
  });

  test.each([
    "*",
    "ftp://spoor.example/",
    "http://",
    "http:///login",
    "http://[::1/login",
    "http://me@spoor.example/",
    "login",
  ])("answers 400 to the target %s", async (target) => {
    expect((await ask({ target })).status).toBe(400);
  });

  test.each([
    "/%",
    "/%E0%A4%A",
    "/target/issues/%ED%A0%80",
    "/target/issues/%.json",
    "/api/0/%",
    "/assets/%",
  ])("answers 400 to the broken percent-encoding of %s", async (path) => {
    expect((await ask({ target: base + path })).status).toBe(400);
  });
});
