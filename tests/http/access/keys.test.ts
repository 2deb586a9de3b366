import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  owner,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { pause, type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn, type Visitor } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let session: Visitor;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  session = await signIn(spoor.url, owner);
});
afterAll(() => spoor.remove());

const anEvent = () => envelopeOf({ event_id: randomUUID().replaceAll("-", ""), message: "m" });
/** Longer than the worker caches a key. */
const settled = () => pause(1_100);

async function makeKey(project: TestProject, limits: Record<string, string>): Promise<TestProject> {
  const answer = await session.post(`/${project.slug}/settings/keys`, { label: "Web", ...limits });
  expect(answer.status, answer.main).toBe(303);
  return { ...project, publicKey: answer.location!.split("/").at(-1)! };
}

const send = (project: TestProject, headers: Record<string, string> = {}, body = anEvent()) =>
  sendEnvelope(spoor, project, body, headers);

describe("a client key's allowed origins", () => {
  test("refuse other pages with a readable message and ignore servers", async () => {
    const project = await makeProject(spoor, "origins");
    const key = await makeKey(project, { origins: "https://shop.example\n*.shop.example" });
    const allowed = ["https://shop.example", "https://eu.shop.example:8443"];
    for (const origin of allowed) expect((await send(key, { origin })).status, origin).toBe(200);
    for (const origin of [
      "https://evil.example",
      "http://shop.example",
      "https://shop.example.evil.example",
      "null",
    ]) {
      const answer = await send(key, { origin });
      expect(answer.status, origin).toBe(403);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(((await answer.json()) as { detail: string }).detail).toContain(
        "doesn't allow the origin",
      );
    }
    expect((await send(key, { referer: "https://evil.example/page" })).status).toBe(403);
    expect((await send(key, { referer: "https://shop.example/page" })).status).toBe(200);
    expect((await send(key)).status).toBe(200);
    expect((await send(project, { origin: "https://evil.example" })).status).toBe(200);
  });

  test("apply to OTLP with its own response format", async () => {
    const key = await makeKey(await makeProject(spoor, "otlp-origins"), {
      origins: "https://shop.example",
    });
    const answer = await fetch(`${spoor.url}/v1/traces?sentry_key=${key.publicKey}`, {
      method: "POST",
      body: `{"resourceSpans":[]}`,
      headers: { "content-type": "application/json", origin: "https://evil.example" },
    });
    expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([403, 7]);
  });
});

describe("a client key's rate limit", () => {
  test("allows ten seconds' worth at once, then answers 429 with time and category", async () => {
    const key = await makeKey(await makeProject(spoor, "rate"), { perMinute: "18" });
    const answers = [];
    for (let each = 0; each < 5; each++) answers.push(await send(key));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    const refused = answers[3]!;
    const waitS = Number(refused.headers.get("retry-after"));
    expect(waitS).toBeGreaterThan(0);
    expect(waitS).toBeLessThanOrEqual(4);
    expect(refused.headers.get("x-sentry-rate-limits")).toBe(`${waitS}:error:key:rate_limit`);
    expect(((await refused.json()) as { detail: string }).detail).toContain("18 events per minute");
    // Other categories have separate buckets, and SDKs continue to send them.
    expect(
      (await send(key, {}, `{}\n{"type":"session"}\n{"sid":"a","status":"ok"}\n`)).status,
    ).toBe(200);
  });

  test("accepts the unlimited part of a request and names the limited one", async () => {
    const key = await makeKey(await makeProject(spoor, "rate-in-part"), { perMinute: "6" });
    expect((await send(key)).status).toBe(200);
    const both = `${anEvent().trimEnd()}\n{"type":"session"}\n{"sid":"a","status":"ok"}\n`;
    const answer = await send(key, {}, both);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("x-sentry-rate-limits")).toMatch(/^\d+:error:key:rate_limit$/);
  });

  test("counts spans by trace and answers exporters in their own format", async () => {
    const key = await makeKey(await makeProject(spoor, "rate-of-traces"), { perMinute: "6" });
    const post = () =>
      fetch(`${spoor.url}/v1/traces?sentry_key=${key.publicKey}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(aTrace(20)),
      });
    expect((await post()).status).toBe(200);
    const refused = await post();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("content-type")).toBe("application/json");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 8 });
  });
});

test("a revoked key stops within a second and stays revoked", async () => {
  const project = await makeProject(spoor, "revoked");
  const key = await makeKey(project, {});
  const path = `/revoked/settings/keys/${key.publicKey}`;
  expect((await send(key)).status).toBe(200);
  expect((await session.post(path, { intent: "revoke" })).status).toBe(303);
  await settled();
  const answer = await send(key);
  expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([
    403,
    expect.stringContaining("revoked"),
  ]);
  expect((await send(project)).status).toBe(200);
  expect((await session.post(path, { label: "Again" })).status).toBe(409);
  expect((await session.post(path, { intent: "revoke" })).status).toBe(409);
});

test("a paused project accepts nothing until resumed", async () => {
  const project = await makeProject(spoor, "paused");
  for (const [intent, status] of [
    ["pause", 403],
    ["resume", 200],
  ] as const) {
    expect((await session.post("/paused/settings/general", { intent })).status).toBe(303);
    await settled();
    expect((await send(project)).status).toBe(status);
  }
});

test("refusals by keys and pauses are counted with their reason", async () => {
  const seen = async (slug: string) => {
    const { text: page } = await session.get(`/${slug}/settings/intake`);
    return [
      ...page.matchAll(
        /<tr><th scope="row">(\w+)<\/th><td>([\w ]+)<\/td><td>([^<]+)<\/td><td class="number">(\d+)/g,
      ),
    ].map(([, category, outcome, reason, count]) => `${category} ${outcome} ${reason} ${count}`);
  };
  await expect.poll(() => seen("origins")).toContain("request Filtered origin not allowed 5");
  await expect.poll(() => seen("rate")).toContain("error Rate limited rate limit 2");
  await expect.poll(() => seen("rate-in-part")).toContain("error Rate limited rate limit 1");
  await expect.poll(() => seen("rate-of-traces")).toContain("span Rate limited rate limit 20");
  await expect.poll(() => seen("revoked")).toContain("request Filtered revoked key 1");
  await expect.poll(() => seen("paused")).toContain("request Filtered project paused 1");
});

test("an invalid limits form is returned with its values", async () => {
  await makeProject(spoor, "wrong-limits");
  const wrong = { label: "", origins: "shop.example", perMinute: "many" };
  const answer = await session.post("/wrong-limits/settings/keys", wrong);
  expect(answer.status).toBe(422);
  const html = answer.text;
  for (const field of ["label", "origins", "perMinute"])
    expect(html).toContain(`id="${field}-error"`);
  expect(html).toContain("shop.example</textarea>");
  expect(html).toContain('value="many"');
});

function aTrace(spans: number) {
  const traceId = randomUUID().replaceAll("-", "");
  const now = BigInt(Date.now()) * 1_000_000n;
  return {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: Array.from({ length: spans }, (_, index) => ({
              traceId,
              spanId: (index + 1).toString(16).padStart(16, "0"),
              name: "s",
              startTimeUnixNano: String(now),
              endTimeUnixNano: String(now + 1_000_000n),
            })),
          },
        ],
      },
    ],
  };
}
