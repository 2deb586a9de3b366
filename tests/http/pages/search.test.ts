import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import { fillProject, type Named, oneMoreSpan } from "#tests/harness/data/filled-project.ts";
import { makePeople, type People } from "#tests/harness/people/people.ts";
import { makeOwner, makeProject, type TestProject } from "#tests/harness/project.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// The search field for all objects opens accessible ones and hides others.

let spoor: Spoor;
let people: People;
let project: TestProject;
let alpha: Named;
let beta: Named;
beforeAll(async () => {
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
  project = await makeProject(spoor, "alpha");
  const elsewhere = await makeProject(spoor, "beta");
  alpha = await fillProject(spoor, project);
  beta = await fillProject(spoor, elsewhere, oneMoreSpan);
  people = await makePeople(spoor, project.id as ProjectId, elsewhere.id as ProjectId);
});
afterAll(async () => {
  await people.close();
  await spoor.remove();
});

const search = (text: string, who: "viewer" | "owner" = "viewer") =>
  read("/search", { q: text }, who);

async function read(
  path: string,
  params: Record<string, string> = {},
  who: "viewer" | "owner" = "viewer",
) {
  const headers = await people.session(people.users[who]);
  const answer = await fetch(`${spoor.url}${path}?${new URLSearchParams(params)}`, {
    headers,
    redirect: "manual",
  });
  return { status: answer.status, to: answer.headers.get("location"), text: await answer.text() };
}

test("a unique match opens directly", async () => {
  const { ":issue": issue, ":event": event, ":trace": trace, ":span": span } = alpha;
  const ways = [
    [issue!.toLowerCase(), `/alpha/issues/${issue}`],
    [event!.toUpperCase(), `/alpha/issues/${issue}/events/${event}`],
    [
      event!.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
      `/alpha/issues/${issue}/events/${event}`,
    ],
    [` ${trace} `, `/alpha/traces/${trace}`],
    [span!, `/alpha/traces/${trace}/spans/${span}`],
    ["alpha@1.0", "/alpha/releases/alpha%401.0"],
    ["alpha-backup", "/alpha/monitors/alpha-backup"],
    ["alpha", "/alpha"],
  ];
  for (const [text, to] of ways)
    expect(await search(text!), text).toMatchObject({ status: 302, to });
});

test("several matches are listed by kind and project", async () => {
  const { status, text } = await search(alpha[":span"]!, "owner");
  expect(status).toBe(200);
  for (const named of [alpha, beta])
    expect(text).toContain(`/traces/${named[":trace"]}/spans/${alpha[":span"]}`);
  const words = await search("an error of", "owner");
  for (const named of [alpha, beta])
    expect(words.text).toContain(`/${named[":project"]}/issues/${named[":issue"]}"`);
});

test("text finds issues by the search language, routes, and other names", async () => {
  expect((await search("is:open plan:pro")).text).toContain(`/alpha/issues/${alpha[":issue"]}"`);
  expect((await search("/car")).text).toContain(`/alpha/routes/${alpha[":route"]}"`);
  expect((await search("backu")).text).toContain("/alpha/monitors/alpha-backup");
  expect((await search("is:purple")).status).toBe(200);
  expect((await search("")).text).toContain("Enter an event, trace, span");
});

test("a search from a project keeps the project's frame and lists its matches first", async () => {
  const { status, text } = await read("/beta/search", { q: "an error of" }, "owner");
  expect(status).toBe(200);
  expect(text).toContain('href="/beta/monitors"');
  const places = [beta, alpha].map((named) => text.indexOf(`/issues/${named[":issue"]}"`));
  expect(places.every((at) => at > 0)).toBe(true);
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
  expect((await read("/beta/search", { q: "an error of" })).status).toBe(404);
});

test("the list below the field has the search's results, without inaccessible ones", async () => {
  const hits = async (q: string, who: "viewer" | "owner", from = "") =>
    (JSON.parse((await read(`${from}/search/hits`, { q }, who)).text) as { hits: object[] }).hits;
  expect(await hits("an error of", "owner", "/beta")).toEqual([
    {
      path: `/beta/issues/${beta[":issue"]}`,
      text: expect.stringContaining("an error of beta") as string,
      note: "issue",
    },
    {
      path: `/alpha/issues/${alpha[":issue"]}`,
      text: expect.stringContaining("an error of alpha") as string,
      note: "issue · alpha",
    },
  ]);
  expect(await hits("an error of beta", "viewer")).toEqual([]);
  expect(await hits("", "owner")).toEqual([]);
});

test("pages are found by name, as far as the visitor can open them", async () => {
  const pages = async (q: string, who: "viewer" | "owner", from = "/alpha") =>
    [
      ...(await read(`${from}/search`, { q }, who)).text.matchAll(
        /<a href="([^"]+)"[^>]*>[^<]*<\/a> <span class="value">[^/]*<\/span><\/th><td class="soft">page/g,
      ),
    ].map(([, path]) => path);
  expect(await pages("quota", "owner")).toEqual(["/alpha/settings/intake"]);
  expect(await pages("members", "viewer")).toEqual(["/alpha/settings/members"]);
  expect(await pages("quota", "viewer")).toEqual([]);
  expect(await pages("alert", "viewer")).toEqual(["/alpha/alerts"]);
  expect(await pages("invit", "owner")).toEqual([
    "/alpha/settings/invitations",
    "/settings/invitations",
  ]);
  expect(await pages("invit", "owner", "")).toEqual(["/settings/invitations"]);
  expect(await pages("pass", "viewer", "")).toEqual(["/account/password", "/account/passkeys"]);
  const { text } = await read("/alpha/search/hits", { q: "quota" }, "owner");
  expect(JSON.parse(text)).toMatchObject({
    hits: [
      { path: "/alpha/settings/intake", text: "Usage and quotas", note: "page · Project settings" },
    ],
  });
});

test("inaccessible projects yield no results for any known ID", async () => {
  const known = [":issue", ":event", ":trace", ":span"].map((part) => beta[part]!);
  for (const text of [...known, "beta@1.0", "beta-backup", "beta", "an error of beta"]) {
    const { status, to, text: page } = await search(text);
    expect([text, status, to]).toEqual([text, 200, null]);
    expect(page).toContain("No results for");
    expect(page).not.toMatch(/\/beta[/"]/);
  }
  const nobody = await fetch(`${spoor.url}/search?q=alpha`, { redirect: "manual" });
  expect(nobody.headers.get("location")).toBe("/login?next=%2Fsearch%3Fq%3Dalpha");
});

test("a trace opens by its full ID or its first digits", async () => {
  const { ":trace": trace = "", ":span": span = "" } = alpha;
  const first = trace.slice(0, 8);
  for (const text of [
    trace,
    `trace:${trace}`,
    `00-${trace}-${span}-01`,
    first,
    `trace:${first.toUpperCase()}`,
  ]) {
    const to = `/alpha/traces/${trace}`;
    expect(await search(text), text).toMatchObject({ status: 302, to });
    const asked = { query: text, since: "7d", service: "storefront" };
    expect(await read("/alpha/traces", asked), text).toMatchObject({
      status: 302,
      to: `${to}?since=7d`,
    });
  }
  const inView = await read(`/alpha/traces/${first}/spans/${span}`, { only: "errors" });
  expect(inView).toMatchObject({
    status: 302,
    to: `/alpha/traces/${trace}/spans/${span}?only=errors`,
  });
});

test("an unknown trace ID is reported in the list and at its URL", async () => {
  const [whole, first] = ["0f".repeat(16), "0f0f0f0f"];
  const none = `No recent trace has an ID that begins with ${first}.`;
  for (const text of [first, `trace:${first}`])
    expect((await read("/alpha/traces", { query: text })).text, text).toContain(none);
  for (const text of [whole, `trace:${whole}`])
    expect((await read("/alpha/traces", { query: text })).text, text).toContain(
      "Trace not found, or it has expired",
    );
  const page = await read(`/alpha/traces/${first}`);
  expect(page.status).toBe(404);
  expect(page.text).toContain(none);
  expect((await read(`/alpha/traces/${whole}`)).status).toBe(404);
  expect((await read("/alpha/traces/cart")).status).toBe(404);
});

test("a trace search without results links to matching issues", async () => {
  const issue = alpha[":issue"]!;
  for (const query of [issue, `issue:${issue}`, '"an error of alpha"']) {
    const { text } = await read("/alpha/traces", { query });
    expect(text, query).toContain("Search issues for");
    expect(text, query).toContain(`href="/alpha/issues?${new URLSearchParams({ query })}"`);
  }
  for (const query of ["nowhere", "issue:ALPHA-999"])
    expect((await read("/alpha/traces", { query })).text, query).not.toContain("Search issues for");
});

test("an ambiguous prefix opens no trace", async () => {
  const first = "0a1b2c3d";
  const ids = ["1", "2"].map((last) => first + last.repeat(24));
  for (const traceId of ids)
    await sendTrace(spoor, project, "GET /twin 0-10 @storefront server", { traceId });
  const { status, text } = await read("/alpha/traces", { query: first });
  expect([status, text.includes(`More than one trace ID begins with ${first}.`)]).toEqual([
    200,
    true,
  ]);
  expect((await read(`/alpha/traces/${first}`)).status).toBe(404);
  const found = await search(first);
  for (const traceId of ids) expect(found.text).toContain(`/alpha/traces/${traceId}"`);
  expect(await search(`${first}11`)).toMatchObject({ status: 302, to: `/alpha/traces/${ids[0]}` });
});
