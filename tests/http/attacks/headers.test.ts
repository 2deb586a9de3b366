import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor, visit } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let behindProxy: Spoor;
let project: TestProject;
let session: Visitor;
beforeAll(async () => {
  spoor = await startSpoor();
  behindProxy = await startSpoor({ environment: { SPOOR_TRUST_PROXY: "loopback" } });
  await makeOwner(spoor);
  await makeOwner(behindProxy);
  project = await makeProject(spoor, "headers");
  session = await signIn(spoor.url, owner);
});
afterAll(async () => {
  await spoor.remove();
  await behindProxy.remove();
});

const overTls = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.7" };
const login = (url: string, headers: Record<string, string>) =>
  fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(owner),
    headers,
  });

describe("every page", () => {
  test.each(["/login", "/", "/nothing-here", "/headers/issues", "/headers/settings/keys"])(
    "%s",
    async (path) => {
      const { headers } = await session.get(path);
      const csp = Object.fromEntries(
        headers
          .get("content-security-policy")!
          .split(";")
          .map((directive) => directive.trim().split(/ (.*)/s)),
      ) as Record<string, string>;
      expect(csp).toMatchObject({
        "default-src": "'self'",
        "style-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
        "script-src-attr": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
      });
      expect(csp["script-src"]).toMatch(/^'self' 'nonce-[\w+/=]{24}'$/);
      expect(csp["report-uri"]).toBe("/api/internal/reports");
      expect(Object.fromEntries(headers)).toMatchObject({
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "cache-control": "private, no-cache",
        "permissions-policy": expect.stringContaining("camera=()") as string,
      });
      for (const name of ["server", "x-powered-by", "strict-transport-security"])
        expect(headers.get(name)).toBeNull();
    },
  );

  test("has its own nonce", async () => {
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => (await session.get("/")).headers.get("content-security-policy")),
    );
    expect(new Set(nonces).size).toBe(3);
  });
});

test("JSON responses are sandboxed and served without type sniffing", async () => {
  const answer = await session.get("/headers/issues.json");
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
});

test("ingestion responses are readable by any origin, without type sniffing", async () => {
  const answer = await sendEnvelope(spoor, project, "{}\n");
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  });
  expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
});

test("hashed assets are cached forever, pages are revalidated", async () => {
  const { text } = await session.get("/");
  const asset = /href="(\/assets\/[^"]+\.css)"/.exec(text)![1]!;
  expect((await session.get(asset)).headers.get("cache-control")).toBe(
    "public, max-age=31536000, immutable",
  );
});

describe("behind a TLS-terminating proxy", () => {
  test("cookies are `__Host-`, `Secure`, `HttpOnly`, and `Lax`, and HSTS is set", async () => {
    const answer = await login(behindProxy.url, overTls);
    const cookies = answer.headers.getSetCookie();
    const set = cookies.find((cookie) => cookie.includes("spoor_session"))!;
    expect(set).toMatch(
      /^__Host-spoor_session=[\w-]{43}; Path=\/; SameSite=Lax; Secure; HttpOnly; Expires=/,
    );
    expect(set).not.toContain("Domain");
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Host-\w+=.*; Path=\/; SameSite=Lax; Secure; HttpOnly/);
    expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
    expect(answer.headers.get("location")).toBe("/");
  });

  test("only the cookie name of the connection's scheme counts", async () => {
    const set = (await login(behindProxy.url, overTls)).headers.getSetCookie();
    const token = /spoor_session=([^;]+)/.exec(
      set.find((cookie) => cookie.includes("spoor_session"))!,
    )![1]!;
    const status = async (name: string, headers: Record<string, string>) =>
      (
        await fetch(`${behindProxy.url}/`, {
          redirect: "manual",
          headers: { cookie: `${name}=${token}`, ...headers },
        })
      ).status;
    expect(await status("__Host-spoor_session", overTls)).toBe(200);
    expect(await status("spoor_session", overTls)).toBe(303);
    expect(await status("spoor_session", {})).toBe(200);
    expect(await status("__Host-spoor_session", {})).toBe(303);
  });
});

test("forwarded headers of an unknown proxy are ignored", async () => {
  for (const headers of [
    overTls,
    { forwarded: "for=203.0.113.7;proto=https;host=evil.example" },
    { "x-forwarded-host": "evil.example", ...overTls },
  ]) {
    const answer = await login(spoor.url, headers as Record<string, string>);
    expect(answer.headers.get("strict-transport-security")).toBeNull();
    const set = answer.headers.getSetCookie().find((cookie) => cookie.includes("spoor_session"))!;
    expect(set).toMatch(/^spoor_session=/);
    expect(set).not.toContain("Secure");
  }
  const evil = await visit(spoor.url).get("/login", { "x-forwarded-host": "evil.example" });
  expect(evil.text).not.toContain("evil.example");
  const { text } = await session.get("/account/sessions");
  expect(text).not.toContain("203.0.113.7");
});
