import { request } from "node:http";
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
import { signIn, visit } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let project: TestProject;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  project = await makeProject(spoor, "target");
});
afterAll(() => spoor.remove());

/** URLs that some browser or parser takes for another site or a script. */
const elsewhere = [
  "https://evil.example/",
  "//evil.example/",
  "///evil.example/",
  "/\\evil.example/",
  "\\\\evil.example/",
  "/\t/evil.example/",
  "/\n/evil.example/",
  "/%2f/evil.example/",
  "/./\\evil.example",
  "/..//evil.example",
  "https:evil.example",
  "https:/evil.example",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  " https://evil.example",
  "/@evil.example\\..",
  "",
];

describe("open redirects are refused", () => {
  const staysHere = (location: string | null) =>
    location !== null &&
    new URL(location, `${spoor.url}/here`).origin === spoor.url &&
    !/^[/\\]{2}/.test(location);

  test.each(elsewhere)("on sign-in with next=%j", async (next) => {
    const path = `/login?${new URLSearchParams({ next })}`;
    const { email, password } = owner;
    const answer = await visit(spoor.url).post(path, { email, password });
    expect([answer.status, staysHere(answer.location)]).toEqual([303, true]);
    const again = await (await signIn(spoor.url, owner)).get(path);
    expect([again.status < 400, staysHere(again.location)]).toEqual([true, true]);
  });

  test.each(elsewhere)("on choosing a theme with next=%j", async (next) => {
    const answer = await visit(spoor.url).post("/theme", { theme: "dark", next });
    expect([answer.status, staysHere(answer.location)]).toEqual([303, true]);
  });

  test.each([
    "//evil.example/%2e%2e",
    "/%2f%2fevil.example",
    "/\\evil.example",
    "//evil.example/login",
  ])("at the path %j", async (path) => {
    const answer = await raw(path);
    expect([404, 400, 303]).toContain(answer.status);
    if (answer.location !== undefined) expect(staysHere(answer.location)).toBe(true);
  });
});

describe("input never becomes a header or a path", () => {
  test.each([
    "evil\r\nSet-Cookie: spoor_session=stolen",
    "evil\nX-Injected: 1",
    "evil\u0000X-Injected: 1",
    "evil\u2028X-Injected: 1",
    "%0d%0aSet-Cookie:%20a=b",
  ])("%j quoted in refusals and redirects", async (text) => {
    const refused = await sendEnvelope(
      spoor,
      project,
      `${JSON.stringify({ dsn: text })}\n{"type":${JSON.stringify(text)}}\nx`,
    );
    const wrongKey = await fetch(
      `${spoor.url}/api/${project.id}/envelope/?sentry_key=${encodeURIComponent(text)}`,
      {
        method: "POST",
        body: "{}\n",
      },
    );
    const wrongEncoding = await fetch(
      `${spoor.url}/api/${project.id}/envelope/?sentry_key=${project.publicKey}`,
      {
        method: "POST",
        body: "{}\n",
        headers: { "content-type": "text/plain", "content-encoding": "x-evil" },
      },
    );
    const redirected = await visit(spoor.url).get(
      `/target/issues?${new URLSearchParams({ query: text })}`,
    );
    for (const { headers } of [refused, wrongKey, wrongEncoding, redirected]) {
      expect(headers.get("x-injected")).toBeNull();
      expect(headers.getSetCookie().join()).not.toContain("stolen");
      for (const [, value] of headers) expect(value).toMatch(/^[\x20-\x7e]*$/);
    }
  });

  test.each([
    "../../../../tmp/spoor-was-here",
    "/tmp/spoor-was-here",
    "..\\..\\spoor-was-here",
    "a\u0000.txt",
    "CON",
    "x".repeat(5_000),
  ])("an attachment named %j", async (filename) => {
    const attachment = `${JSON.stringify({ type: "attachment", filename, length: 4 })}\nevil\n`;
    const event = envelopeOf({ event_id: "c".repeat(32), message: "with a file" });
    expect((await sendEnvelope(spoor, project, event + attachment)).status).toBe(200);
    await project.waitForIssues(1);
    const page = await (await signIn(spoor.url, owner)).get("/target/issues");
    expect(page.status).toBe(200);
  });

  test.each([
    "/assets/../../../package.json",
    "/assets/..%2f..%2f..%2fpackage.json",
    "/assets/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "/assets/....//....//etc/passwd",
    "/assets/..\\..\\spoor.db",
    "/assets/%00",
    "/.git/config",
    "/spoor.db",
    "/favicon.svg/../../spoor.db",
  ])("the path %s opens no file", async (path) => {
    const answer = await raw(path);
    expect([400, 404, 303]).toContain(answer.status);
    expect(answer.body).not.toMatch(/"dependencies"|root:|SQLite format/);
  });
});

test("requests with two lengths or a length and chunks cannot be smuggled", async () => {
  const contradictions: Record<string, string>[] = [
    { "Content-Length": "5", "Transfer-Encoding": "chunked" },
    { "Content-Length": "5, 6" },
  ];
  for (const headers of contradictions)
    expect([400, 413]).toContain(
      (await raw("/login", { method: "POST", headers, body: "0\r\n\r\n" })).status,
    );
});

test("an invalid Host header breaks no page, no API description, and no passkey", async () => {
  const headers = { Host: "a b" };
  const form = { ...headers, "Content-Type": "application/x-www-form-urlencoded" };
  expect((await raw("/login", { headers })).status).toBe(200);
  expect((await raw("/api/v1/openapi.json", { headers })).status).toBe(200);
  const begun = await raw("/login/passkey.data", {
    method: "POST",
    headers: form,
    body: "intent=begin",
  });
  expect(begun.status).toBeLessThan(500);
});

type Raw = { status: number; location: string | undefined; body: string };

/** A request with its path sent unchanged and possibly contradictory headers. */
function raw(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Raw> {
  const { hostname, port } = new URL(spoor.url);
  return new Promise((resolve, reject) => {
    const { body, ...rest } = options;
    const sent = request({ hostname, port, path, ...rest, setHost: true }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode!,
          location: answer.headers.location,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
