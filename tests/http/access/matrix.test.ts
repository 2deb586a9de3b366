import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { access } from "#app/route-table.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { isProjectAct, type Who } from "#server/domain/people/permission.ts";
import { dataRoutes } from "#server/http/data/routes.ts";
import { addressOf } from "#tests/harness/requests/address.ts";
import { type AskerName, askers, makePeople, type People } from "#tests/harness/people/people.ts";
import { fillProject, type Named } from "#tests/harness/data/filled-project.ts";
import { makeOwner, makeProject } from "#tests/harness/project.ts";
import { type PageRoute, readRouteTable } from "#tests/harness/requests/route-table.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";

// Reads every route as every kind of caller and posts every intent. Routes come from the build;
// permissions are repeated here by role, so that a changed rule changes this table.

const allCallers = [...askers];
const signedIn = allCallers.filter((asker) => asker !== "nobody");
const members: AskerName[] = ["viewer", "developer", "admin", "owner"];
const reading: AskerName[] = [
  "token project:read",
  "token project:write",
  "token event:read",
  "token event:write",
];
const may: Record<Who, AskerName[]> = {
  public: allCallers,
  viewer: signedIn,
  person: ["stranger", ...members],
  session: ["stranger", ...members],
  owner: ["owner", "token org:admin"],
  "project:read": [...members, ...reading, "token org:admin"],
  "project:leave": [...members, "token project:write", "token org:admin"],
  "project:change": ["admin", "owner", "token project:write", "token org:admin"],
  "issue:read": [...members, ...reading, "token org:admin"],
  "issue:comment": [...members, "token event:write", "token org:admin"],
  "issue:triage": ["developer", "admin", "owner", "token event:write", "token org:admin"],
  "release:read": [
    ...members,
    "token project:read",
    "token project:write",
    "token release:write",
    "token org:admin",
  ],
  "release:write": [
    "developer",
    "admin",
    "owner",
    "token project:write",
    "token release:write",
    "token org:admin",
  ],
};

type Outcome = "in" | "sign in" | "403" | "404" | `broken: ${string}`;
type Case = { path: string; method: "GET" | "POST"; whos: Who[]; body?: URLSearchParams };

const routes = await readRouteTable();

let spoor: Spoor;
let people: People;
let named: Named;
beforeAll(async () => {
  spoor = await startSpoor({ environment: { OTEL_SDK_DISABLED: "true" } });
  await makeOwner(spoor);
  const project = await makeProject(spoor, "alpha");
  const elsewhere = await makeProject(spoor, "beta");
  named = await fillProject(spoor, project);
  people = await makePeople(spoor, project.id as ProjectId, elsewhere.id as ProjectId);
});
afterAll(async () => {
  await people.close();
  await spoor.remove();
});

test("the route table contains pages, layouts, actions, and data", () => {
  expect(routes.filter(({ isPage }) => isPage).length).toBeGreaterThan(30);
  expect(routes.filter(({ hasAction }) => hasAction).length).toBeGreaterThan(10);
  expect(routes.filter(({ id }) => !access[id]).map(({ id }) => id)).toEqual([]);
  expect(dataRoutes.length).toBeGreaterThanOrEqual(5);
});

describe("reading", () => {
  test.each(routes.filter(({ isPage }) => isPage))(
    "$path as a page and as data for an ID ($id)",
    async (route) => {
      const whos = route.branch.map((id) => access[id]!.read);
      await expectAccess({ path: address(route.path), method: "GET", whos });
      await expectAccess({ path: dataAddressOf(route), method: "GET", whos });
    },
  );

  test.each(dataRoutes)("$path", async ({ path, act }) => {
    await expectAccess({ path: address(path), method: "GET", whos: ["project:read", act] });
  });
});

describe("acting", () => {
  const posts = routes.filter(({ hasAction }) => hasAction).flatMap(postsOf);
  test.each(posts)("$route.path: $intent", async ({ route, whos, intent }) => {
    const body = new URLSearchParams(intent === "anything" ? {} : { intent });
    const path = address(route.path) + (route.isIndex ? "?index" : "");
    await expectAccess({ path, method: "POST", whos, body });
  });
});

/** Each intent of a route and the roles that may post it. */
function postsOf(route: PageRoute): { route: PageRoute; whos: Who[]; intent: string }[] {
  const read = route.branch.map((id) => access[id]!.read);
  const post = access[route.id]!.post!;
  if (typeof post === "string") return [{ route, whos: [...read, post], intent: "anything" }];
  const known = Object.entries(post).map(([intent, who]) => ({
    route,
    whos: [...read, who],
    intent,
  }));
  return [...known, { route, whos: [...read, ...Object.values(post)], intent: "anything" }];
}

async function expectAccess(asked: Case): Promise<void> {
  const outcomes = await Promise.all(
    askers.map(async (asker) => [asker, await outcomeOf(asked, asker)]),
  );
  expect(Object.fromEntries(outcomes), `${asked.method} ${asked.path}`).toEqual(
    expectedOf(asked.whos),
  );
}

function expectedOf(whos: Who[]): Record<string, Outcome> {
  return Object.fromEntries(askers.map((asker) => [asker, expectedFor(asker, whos)]));
}

function expectedFor(asker: AskerName, whos: Who[]): Outcome {
  if (whos.every((who) => may[who].includes(asker))) return "in";
  if (asker === "nobody") return "sign in";
  // Owners may know every project, so their token without the scope gets the name of the missing
  // scope.
  return whos.some(isProjectAct) && asker === "stranger" ? "404" : "403";
}

async function outcomeOf({ path, method, body }: Case, asker: AskerName): Promise<Outcome> {
  const headers = await people.headersOf(asker);
  const answer = await fetch(spoor.url + path, {
    method,
    headers,
    redirect: "manual",
    ...(body && { body }),
  });
  const text = await answer.text();
  // An earlier post may have removed the membership.
  if (method === "POST") await people.restore();
  return outcome(answer, text, path);
}

function outcome({ status, headers }: Response, text: string, path: string): Outcome {
  // A redirect for the browser's router is sent as data.
  const leadsTo = headers.get("location") ?? (status === 202 ? text : "");
  if (status === 401 || leadsTo.includes("/login?next=")) return "sign in";
  // After authorization the link or page does not exist, setup is over, or there is no membership
  // to leave.
  if (
    status === 404 &&
    (path.includes("no-such") ||
      /(?:Member|Upload|Monitor) not found|This (?:alert rule|monitor|upload) doesn/.test(text))
  )
    return "in";
  if (status === 403 && path.startsWith("/setup")) return "in";
  if (status === 403 || status === 404) return `${status}`;
  return status === 500 ? `broken: ${text.slice(0, 200)}` : "in";
}

/** Uses IDs of missing objects where no access is needed. */
const address = (path: string) =>
  addressOf(path, {
    ...named,
    "share/:token": "no-such-token",
    ":token": "no-such-token",
    ":deletion": "no-such-deletion",
    "*": "no-such/page/at/all",
  });

/** The request of the browser's router for a link to the page. */
function dataAddressOf({ path }: PageRoute): string {
  return path === "/" ? "/_.data" : `${address(path)}.data`;
}
