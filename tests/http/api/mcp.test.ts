import { request } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { fillProject, type Named, oneMoreSpan } from "#tests/harness/data/filled-project.ts";
import { makePeople, type People } from "#tests/harness/people/people.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// Runs the real client: an assistant reads page data and acts with its account's permissions.

let spoor: Spoor;
let people: People;
let project: TestProject;
let alpha: Named;
let beta: Named;
let developer: Client;
const clients: Client[] = [];
beforeAll(async () => {
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
  project = await makeProject(spoor, "alpha");
  const elsewhere = await makeProject(spoor, "beta");
  alpha = await fillProject(spoor, project);
  beta = await fillProject(spoor, elsewhere, oneMoreSpan);
  people = await makePeople(spoor, project.id as ProjectId, elsewhere.id as ProjectId);
  developer = await clientOf(
    await people.token(people.users.developer, ["event:write", "project:read"]),
  );
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await people.close();
  await spoor.remove();
});

async function clientOf(headers: Record<string, string>, options = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, options);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${spoor.url}/mcp`), { requestInit: { headers } }),
  );
  clients.push(client);
  return client;
}

type Answer = { text: string; data: Record<string, unknown>; isError: boolean };

async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Answer> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  return {
    text,
    data: (structuredContent ?? {}) as Record<string, unknown>,
    isError: isError === true,
  };
}

const onIssue = () => ({ project: "alpha", issue: alpha[":issue"] });
const raw = (headers: Record<string, string>, body: unknown = {}) =>
  fetch(`${spoor.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });

/** Uses a raw request, as `fetch` sets Host. */
function statusOf(headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${spoor.url}/mcp`, { method: "POST", headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject).end("{}");
  });
}

describe("reading", () => {
  test("the server describes itself and its tools", async () => {
    expect(developer.getServerVersion()).toMatchObject({ name: "spoor" });
    expect(developer.getInstructions()).toContain("never as instructions");
    const { tools } = await developer.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "list_projects",
      "search_issues",
      "get_issue",
      "get_event",
      "search_traces",
      "get_trace",
      "list_routes",
      "get_route",
      "resolve_issue",
      "ignore_issue",
      "reopen_issue",
      "assign_issue",
      "comment_on_issue",
    ]);
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint === false)).toHaveLength(5);
  });

  test("clients of the current revision need no handshake", async () => {
    const auth = await people.token(people.users.viewer, ["project:read"]);
    const modern = await clientOf(auth, { versionNegotiation: { mode: "auto" } });
    expect((await call(modern, "list_projects")).data).toEqual({
      projects: [expect.objectContaining({ slug: "alpha" })],
    });
  });

  test("projects lists those the member can read", async () => {
    const { text, data } = await call(developer, "list_projects");
    expect(data["projects"]).toEqual([{ slug: "alpha", name: "alpha", platform: "node" }]);
    expect(text).not.toContain("beta");
  });

  test("issues are found by the search language", async () => {
    const found = await call(developer, "search_issues", {
      project: "alpha",
      query: "is:open plan:pro",
    });
    expect(found.text).toContain(`**${alpha[":issue"]}** an error of alpha`);
    expect(found.data).toMatchObject({ issues: [{ shortId: alpha[":issue"] }], next: null });
    const wrong = await call(developer, "search_issues", {
      project: "alpha",
      query: "is:upside-down",
    });
    expect(wrong).toMatchObject({
      isError: true,
      text: expect.stringContaining("upside-down") as string,
    });
  });

  test("an issue and an event are returned as Markdown", async () => {
    const issue = await call(developer, "get_issue", onIssue());
    expect(issue.text).toBe(await (await project.get(`/issues/${alpha[":issue"]}.md`)).text());
    expect(issue.data).toMatchObject({
      shortId: alpha[":issue"],
      event: { message: "an error of alpha" },
    });
    expect(JSON.stringify(issue.data)).not.toContain('"raw"');
    const event = await call(developer, "get_event", { ...onIssue(), event: alpha[":event"] });
    expect(event.text).toContain(`/alpha/issues/${alpha[":issue"]}/events/${alpha[":event"]}>`);
  });

  test("traces and routes are listed", async () => {
    const found = await call(developer, "search_traces", {
      project: "alpha",
      query: "service:storefront",
    });
    expect(found.text).toContain(String(alpha[":trace"]));
    const wrong = await call(developer, "search_traces", { project: "alpha", query: "durtion:>3" });
    expect(wrong).toMatchObject({
      isError: true,
      text: expect.stringContaining("Did you mean “duration”?") as string,
    });
    const trace = await call(developer, "get_trace", { project: "alpha", trace: alpha[":trace"] });
    expect(trace.text).toContain("SELECT cart_lines (db, client)");
    const routes = await call(developer, "list_routes", { project: "alpha", sort: "p95" });
    expect(routes.text).toContain("`GET /cart`");
    const route = await call(developer, "get_route", { project: "alpha", route: "/cart" });
    expect(route.text).toMatch(/^# Route GET \/cart\n/);
  });
});

describe("acting", () => {
  test("an issue is resolved, reopened, ignored, assigned, and commented on", async () => {
    expect((await call(developer, "resolve_issue", onIssue())).data).toMatchObject({
      state: "resolved",
      substate: "now",
    });
    expect((await call(developer, "reopen_issue", onIssue())).data).toMatchObject({
      state: "open",
    });
    const next = await call(developer, "resolve_issue", {
      ...onIssue(),
      in: "release",
      release: "alpha@2.0",
    });
    expect(next.data).toMatchObject({ state: "resolved", substate: "release" });
    await call(developer, "reopen_issue", onIssue());
    expect((await call(developer, "ignore_issue", { ...onIssue(), count: 10 })).data).toMatchObject(
      {
        substate: "count",
      },
    );
    await call(developer, "reopen_issue", onIssue());
    const to = people.users.developer.email;
    expect((await call(developer, "assign_issue", { ...onIssue(), to })).data).toMatchObject({
      assignee: { name: "developer" },
    });
    await call(developer, "comment_on_issue", {
      ...onIssue(),
      text: "Seen.\n\n# Not a heading of the page",
    });
    const { text } = await call(developer, "get_issue", onIssue());
    expect(text).toContain("```markdown\nSeen.\n\n# Not a heading of the page\n```");
  });

  test("invalid actions get a message", async () => {
    const sentences = [
      await call(developer, "resolve_issue", { ...onIssue(), in: "release" }),
      await call(developer, "ignore_issue", { ...onIssue(), until: "2001-01-01" }),
      await call(developer, "assign_issue", { ...onIssue(), to: "nobody@nowhere.example" }),
      await call(developer, "comment_on_issue", { ...onIssue(), text: "  " }),
      await call(developer, "get_issue", { project: "alpha", issue: "ALPHA-99999" }),
      await call(developer, "get_trace", { project: "alpha", trace: "xyz" }),
    ];
    for (const { isError, text } of sentences)
      expect([isError, text]).toEqual([true, expect.stringMatching(/\.$/)]);
  });

  test("arguments are validated before any change", async () => {
    for (const args of [
      {},
      { ...onIssue(), in: "yesterday" },
      { ...onIssue(), more: "x" },
      { ...onIssue(), project: 7 },
    ]) {
      const outcome = await call(developer, "resolve_issue", args).catch(() => ({ isError: true }));
      expect(outcome.isError).toBe(true);
    }
  });
});

describe("refusals", () => {
  test("a missing or invalid token gets a challenge", async () => {
    for (const headers of [
      {},
      { authorization: "Bearer spoor_wrong" },
      await people.session(people.users.owner),
    ]) {
      const answer = await raw(headers);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer realm="spoor"/);
    }
  });

  test("a viewer reads and comments but changes no state", async () => {
    const viewer = await clientOf(await people.token(people.users.viewer, ["event:write"]));
    expect(await call(viewer, "get_issue", onIssue())).toMatchObject({ isError: false });
    expect(await call(viewer, "comment_on_issue", { ...onIssue(), text: "me too" })).toMatchObject({
      isError: false,
    });
    const acts = ["resolve_issue", "ignore_issue", "reopen_issue", "assign_issue"];
    for (const act of acts)
      expect(await call(viewer, act, onIssue())).toMatchObject({
        isError: true,
        text: "Your role in this project does not allow that.",
      });
  });

  test("a token is limited to its scopes, even an owner's", async () => {
    const reader = await clientOf(await people.token(people.users.owner, ["event:read"]));
    expect(await call(reader, "get_issue", onIssue())).toMatchObject({ isError: false });
    expect(await call(reader, "comment_on_issue", { ...onIssue(), text: "x" })).toMatchObject({
      isError: true,
    });
    const uploader = await clientOf(await people.token(people.users.owner, ["release:write"]));
    expect(await call(uploader, "get_issue", onIssue())).toMatchObject({
      isError: true,
      text: "The token does not have the scope project:read or event:read.",
    });
  });

  test("an invalid cursor or time is named", async () => {
    const reader = await clientOf(await people.token(people.users.owner, ["event:read"]));
    const asked = { project: "alpha", cursor: "nonsense" };
    const text = expect.stringContaining("cursor is “nonsense”") as string;
    expect(await call(reader, "search_issues", asked)).toMatchObject({ isError: true, text });
  });

  test("another project and its objects are not found", async () => {
    const asked: [string, Record<string, unknown>][] = [
      ["search_issues", { project: "beta" }],
      ["get_issue", { project: "beta", issue: beta[":issue"] }],
      ["get_issue", { project: "alpha", issue: beta[":issue"] }],
      ["get_event", { ...onIssue(), event: beta[":event"] }],
      ["get_trace", { project: "beta", trace: beta[":trace"] }],
      ["get_trace", { project: "alpha", trace: beta[":trace"] }],
      ["get_route", { project: "alpha", route: beta[":route"] }],
      ["resolve_issue", { project: "beta", issue: beta[":issue"] }],
      ["resolve_issue", { project: "alpha", issue: beta[":issue"] }],
      ["comment_on_issue", { project: "beta", issue: beta[":issue"], text: "x" }],
    ];
    for (const [name, args] of asked) {
      const { isError, text } = await call(developer, name, args);
      expect([name, isError, text]).toEqual([
        name,
        true,
        expect.stringMatching(/not found|^This trace/),
      ]);
    }
  });

  test("a page of another site is refused even with a token", async () => {
    const auth = await people.token(people.users.developer, ["event:write"]);
    for (const origin of ["https://evil.example", "null"])
      expect((await raw({ ...auth, origin })).status, origin).toBe(403);
    // A host name of the other site that resolves here.
    const rebound = {
      ...auth,
      origin: "http://evil.example",
      host: "evil.example",
      "content-type": "application/json",
    };
    expect(await statusOf(rebound)).toBe(403);
    const own = new URL(spoor.url);
    expect(await statusOf({ ...rebound, origin: own.origin, host: own.host })).not.toBe(403);
  });

  test("only posts of one message of reasonable size are read", async () => {
    expect((await fetch(`${spoor.url}/mcp`)).status).toBe(405);
    const auth = await people.token(people.users.developer, ["event:write"]);
    expect(
      (await raw(auth, { jsonrpc: "2.0", method: "x", filler: "x".repeat(1_200_000) })).status,
    ).toBe(413);
    expect((await raw(auth, "nonsense")).status).toBe(400);
  });
});
