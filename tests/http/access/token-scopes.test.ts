import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { access } from "#app/route-table.ts";
import { dataRoutes } from "#server/http/data/routes.ts";
import type { Scope } from "#server/domain/people/person.ts";
import { addressOf } from "#tests/harness/requests/address.ts";
import { readRouteTable } from "#tests/harness/requests/route-table.ts";
import { startTwoProjects, type TwoProjects } from "#tests/harness/data/two-projects.ts";

// A token without a scope learns its name, and a read-only token changes nothing.

let world: TwoProjects;
beforeAll(async () => {
  world = await startTwoProjects({ OTEL_SDK_DISABLED: "true" });
});
afterAll(() => world.close());

const reading: Scope[] = ["project:read", "event:read"];
const tokenOf = async (role: "owner" | "viewer" | "stranger", scopes: Scope[]) =>
  world.people.token(world.people.users[role], scopes);
type Body = { detail: string; code: string; causes: string[] };
const bodyOf = async (answer: Response) => [answer.status, (await answer.json()) as Body] as const;

describe("a token without the scope", () => {
  test.each(dataRoutes)(
    "learns the missing scope at $path as an owner or a viewer of the project",
    async ({ path }) => {
      for (const role of ["owner", "viewer"] as const) {
        const headers = await tokenOf(role, ["release:write"]);
        const [status, body] = await bodyOf(await world.read(addressOf(path, world.own), headers));
        const detail = "The token does not have the scope project:read or event:read.";
        expect([status, body]).toEqual([403, { detail, code: "forbidden", causes: [] }]);
      }
    },
  );

  test("learns nothing of an inaccessible project", async () => {
    const headers = await tokenOf("stranger", ["release:write"]);
    const [status, body] = await bodyOf(await world.read("/alpha/issues.json", headers));
    expect([status, body.code]).toEqual([404, "not-found"]);
    const other = await bodyOf(await world.read("/no-such-project/issues.json", headers));
    expect(other).toEqual([status, body]);
  });

  test("learns the missing scope from the release API", async () => {
    const headers = {
      ...(await tokenOf("owner", ["event:read"])),
      "content-type": "application/json",
    };
    const release = { method: "POST", headers, body: '{"version":"1","projects":["alpha"]}' };
    const made = await fetch(`${world.spoor.url}/api/0/organizations/spoor/releases/`, release);
    const detail = "The token does not have the scope release:write or project:write.";
    expect(await bodyOf(made)).toEqual([403, { detail, code: "forbidden", causes: [] }]);
    const deploys = await fetch(
      `${world.spoor.url}/api/0/organizations/spoor/releases/1/deploys/`,
      { headers },
    );
    expect(await bodyOf(deploys)).toMatchObject([
      403,
      { detail: expect.stringContaining("scope project:read") },
    ]);
    const uploads = await fetch(`${world.spoor.url}/api/0/organizations/spoor/chunk-upload/`, {
      headers,
    });
    expect(await bodyOf(uploads)).toMatchObject([403, { detail }]);
  });

  test("learns the missing scope from pages and forms", async () => {
    const headers = await tokenOf("owner", ["event:read"]);
    const settings = await world.read("/alpha/settings/general", headers);
    expect([settings.status, await settings.text()]).toEqual([
      403,
      expect.stringContaining("The token does not have the scope project:write."),
    ]);
    const users = await world.read("/settings/users", headers);
    expect(await users.text()).toContain("The token does not have the scope org:admin.");
    const resolved = await world.post(
      `/alpha/issues/${world.own[":issue"]}`,
      headers,
      "intent=resolve",
    );
    expect([resolved.status, await resolved.text()]).toEqual([
      403,
      expect.stringContaining("scope event:write."),
    ]);
  });
});

describe("a read-only token", () => {
  test("posts only forms that are open to everyone", async () => {
    const headers = await tokenOf("owner", reading);
    const routes = (await readRouteTable()).filter(
      ({ hasAction, id }) => hasAction && access[id]!.post !== "public",
    );
    expect(routes.length).toBeGreaterThan(30);
    for (const { path, isIndex, id } of routes) {
      const target = addressOf(path, {
        ...world.own,
        ":token": "none",
        ":deletion": "none",
        "*": "none",
      });
      const answer = await world.post(
        target + (isIndex ? "?index" : ""),
        headers,
        "intent=save&name=x&query=is:open",
      );
      expect([id, answer.status]).toEqual([id, 403]);
    }
  });

  test("saves no search, while a viewer does", async () => {
    const path = "/alpha/issues/searches";
    const form = "intent=save&name=mine&query=is:unresolved&sort=last-seen";
    expect((await world.post(path, await tokenOf("viewer", reading), form)).status).toBe(403);
    expect(
      (await world.post(path, await world.people.session(world.people.users.viewer), form)).status,
    ).toBe(303);
  });

  test("calls no tool that writes", async () => {
    const headers = {
      ...(await tokenOf("owner", reading)),
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const { ":issue": issue } = world.own;
    for (const [name, more] of [
      ["resolve_issue", {}],
      ["comment_on_issue", { text: "x" }],
      ["assign_issue", { to: "" }],
    ] as const) {
      const call = { name, arguments: { project: "alpha", issue, ...more } };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
      const answer = await fetch(`${world.spoor.url}/mcp`, { method: "POST", headers, body });
      const { result } = (await answer.json()) as {
        result: { isError?: boolean; content: { text: string }[] };
      };
      expect([name, result.isError, result.content[0]!.text]).toEqual([
        name,
        true,
        expect.stringContaining("scope event:write"),
      ]);
    }
  });

  test("changes nothing by reading every page", async () => {
    const headers = await tokenOf("owner", reading);
    const before = await (await world.read("/alpha/issues.json", headers)).json();
    const pages = (await readRouteTable()).filter(
      ({ isPage, path }) => isPage && path !== "/logout",
    );
    for (const { path } of pages)
      await world.read(
        addressOf(path, { ...world.own, ":token": "none", ":deletion": "none", "*": "none" }),
        headers,
      );
    expect(await (await world.read("/alpha/issues.json", headers)).json()).toEqual(before);
  });
});

describe("an unknown API URL", () => {
  test.each([
    "/api/0/nope",
    "/api/0/organizations/spoor/nope/",
    "/api/v1/nope",
    "/api/",
    "/v1/nope",
    "/alpha/nope.json",
    "/alpha/nope.md",
    "/nope.json",
    "/alpha/issues/ALPHA-1/tags/nope.json",
    "/alpha/releases/nope.md",
  ])("%s answers in the one error format", async (path) => {
    const [status, body] = await bodyOf(
      await world.read(path, await tokenOf("owner", ["org:admin"])),
    );
    expect([status, body]).toEqual([
      404,
      { detail: expect.any(String), code: "not-found", causes: [] },
    ]);
  });
});
