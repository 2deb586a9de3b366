import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiCall } from "#server/http/api/call.ts";
import { apiCalls } from "#server/http/api/routes.ts";
import { type AskerName, askers } from "#tests/harness/people/people.ts";
import { startTwoProjects, type TwoProjects } from "#tests/harness/data/two-projects.ts";

// Every call of the management API as every kind of caller. A call that names a project or release
// needs permission there; other calls answer known callers with their own objects.

const tokens: AskerName[] = ["token project:write", "token release:write", "token org:admin"];
const mayWrite: AskerName[] = ["developer", "admin", "owner", ...tokens];
const may: { [act: string]: AskerName[] } = {
  "release:read": ["viewer", "token project:read", ...mayWrite],
  "release:write": mayWrite,
};

let world: TwoProjects;
beforeAll(async () => {
  world = await startTwoProjects({ OTEL_SDK_DISABLED: "true" });
  const body = JSON.stringify({ version: "1.0", projects: ["alpha"] });
  await ask({ method: "POST", path: "/api/0/organizations/:org/releases/" }, "owner", body);
});
afterAll(() => world.close());

test.each(apiCalls)("$method $path", async (call) => {
  const outcomes = await Promise.all(
    askers.map(async (asker) => [asker, await outcomeOf(call, asker)]),
  );
  expect(Object.fromEntries(outcomes)).toEqual(
    Object.fromEntries(askers.map((asker) => [asker, expectedOf(call, asker)])),
  );
});

test("another project's slug, another organization's slug, and a client key grant no access", async () => {
  const path = "/api/0/projects/:org/:project/releases/";
  const headers = {
    ...(await world.people.headersOf("admin")),
    "content-type": "application/json",
  };
  const post = (url: string, sent: Record<string, string>, body: object) =>
    fetch(world.spoor.url + url, { method: "POST", headers: sent, body: JSON.stringify(body) });
  const release = { version: "2.0", projects: ["beta"] };
  expect((await post("/api/0/organizations/spoor/releases/", headers, release)).status).toBe(404);
  expect(
    (await post("/api/0/projects/spoor/beta/releases/", headers, { version: "2.0" })).status,
  ).toBe(404);
  expect(
    (await post("/api/0/projects/other/alpha/releases/", headers, { version: "2.0" })).status,
  ).toBe(404);
  const key = {
    authorization: `Bearer ${world.alpha.publicKey}`,
    "content-type": "application/json",
  };
  expect((await post(addressOf(path), key, { version: "2.0" })).status).toBe(401);
});

type Outcome = "in" | "out" | "unknown";

function expectedOf({ path, act, method }: ApiCall, asker: AskerName): Outcome {
  if (asker === "nobody") return "unknown";
  const namesNothing =
    !/:project|:version/.test(path) && method === "GET" && act === "release:read";
  if (namesNothing || path.endsWith("previous-with-commits/")) return "in";
  // Chunks have no owner until they are assembled into a project's bundle; the stranger has another
  // project.
  if (path.endsWith("chunk-upload/") && asker === "stranger") return "in";
  return may[act]!.includes(asker) ? "in" : "out";
}

async function outcomeOf(call: ApiCall, asker: AskerName): Promise<Outcome> {
  const body = call.method === "GET" ? undefined : JSON.stringify(bodyOf(call));
  const { status } = await ask(call, asker, body);
  if (status === 401) return "unknown";
  expect(status).toBeLessThan(500);
  return status === 403 || status === 404 ? "out" : "in";
}

const bodyOf = ({ path }: ApiCall): object => ({
  version: "1.0",
  environment: "production",
  checksum: "0".repeat(40),
  chunks: [],
  // The body names the project if the path does not.
  ...(!path.includes(":project") && { projects: ["alpha"] }),
});

async function ask(
  { method, path }: Pick<ApiCall, "method" | "path">,
  asker: AskerName,
  body?: string,
) {
  const headers = { ...(await world.people.headersOf(asker)), "content-type": "application/json" };
  return fetch(world.spoor.url + addressOf(path), {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
}

const addressOf = (path: string) =>
  path.replace(":org", "spoor").replace(":project", "alpha").replace(":version", "1.0");
