import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOwner, makeProject, owner } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { signIn } from "#tests/harness/visitor.ts";

let spoor: Spoor;
let cookie: string;
beforeAll(async () => {
  spoor = await startSpoor();
  await makeOwner(spoor);
  await makeProject(spoor, "victim");
  const { cookies } = await signIn(spoor.url, owner);
  cookie = `spoor_session=${cookies.get("spoor_session")}`;
});
afterAll(() => spoor.remove());

const host = () => new URL(spoor.url).host;
const { hostname, port } = {
  hostname: () => new URL(spoor.url).hostname,
  port: () => Number(new URL(spoor.url).port),
};

/**
 * Cross-site requests that a signed-in browser can be made to send, and the page that sends them.
 */
const elsewhere: [from: string, headers: () => Record<string, string>][] = [
  ["another site", () => ({ "sec-fetch-site": "cross-site", origin: "https://evil.example" })],
  [
    "another site that hides its origin",
    () => ({ "sec-fetch-site": "cross-site", origin: "null" }),
  ],
  ["a site that says nothing but that it is another", () => ({ "sec-fetch-site": "cross-site" })],
  [
    "another host of the same domain",
    () => ({ "sec-fetch-site": "same-site", origin: `http://a.${host()}` }),
  ],
  [
    "a word that browsers do not know yet",
    () => ({ "sec-fetch-site": "same-planet", origin: spoor.url }),
  ],
  ["an old browser elsewhere", () => ({ origin: "https://evil.example" })],
  ["an old browser in a sandboxed frame", () => ({ origin: "null" })],
  ["an old browser on a host below ours", () => ({ origin: `http://a.${host()}` })],
  [
    "an old browser on another port of ours",
    () => ({ origin: `http://${hostname()}:${port() + 1}` }),
  ],
  ["an old browser on our host without its port", () => ({ origin: `http://${hostname()}` })],
  ["a host that begins with ours", () => ({ origin: `http://${host()}.evil.example` })],
  ["a user who is called like us", () => ({ origin: `http://${host()}@evil.example` })],
  ["no origin at all, spelled out", () => ({ origin: "" })],
];

describe("a cross-site post is refused", () => {
  test.each(elsewhere)("from %s", async (_from, headers) => {
    for (const path of [
      "/victim/issues",
      "/victim/issues.data",
      "/victim/settings/general.data",
      "/projects/new",
      "/theme",
    ]) {
      const answer = await send("POST", path, headers());
      expect(answer.status, path).toBe(403);
      expect(((await answer.json()) as { detail: string }).detail).toContain("another site");
    }
  });

  test.each(["PUT", "PATCH", "DELETE", "POST"])("by %s", async (method) => {
    for (const path of [
      "/victim/issues",
      "/victim/issues.json",
      "/victim/issues.data",
      "/account",
      "/nothing",
    ])
      expect(
        (await send(method, path, { "sec-fetch-site": "cross-site" })).status,
        `${method} ${path}`,
      ).toBe(403);
  });

  test.each([
    "text/plain",
    "application/json",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "",
  ])("as %j", async (type) => {
    const headers = { "sec-fetch-site": "cross-site", "content-type": type };
    expect((await send("POST", "/victim/settings/general", headers)).status).toBe(403);
  });
});

test("refused posts change nothing", async () => {
  const answer = await fetch(`${spoor.url}/victim/settings/general`, { headers: { cookie } });
  expect(await answer.text()).toContain("Pause ingestion");
});

test("own links, own forms, and scripts without a browser work", async () => {
  const own: Record<string, string>[] = [
    { "sec-fetch-site": "same-origin", origin: spoor.url },
    { "sec-fetch-site": "none" },
    { origin: spoor.url },
    {},
  ];
  for (const headers of own)
    expect((await send("POST", "/theme", headers)).status, JSON.stringify(headers)).toBe(303);
  const read = await fetch(`${spoor.url}/victim/issues`, {
    headers: { cookie, "sec-fetch-site": "cross-site" },
  });
  expect(read.status).toBe(200);
});

function send(method: string, path: string, headers: Record<string, string>): Promise<Response> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const body = "intent=pause&theme=dark&slug=stolen&name=stolen";
  return fetch(spoor.url + path, {
    method,
    redirect: "manual",
    body,
    headers: { cookie, ...type, ...headers },
  });
}
