import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { User } from "#server/domain/people/person.ts";
import { dataRoutes } from "#server/http/data/routes.ts";
import { addressOf, partsOf } from "#tests/harness/requests/address.ts";
import type { TestProject } from "#tests/harness/project.ts";
import { readRouteTable } from "#tests/harness/requests/route-table.ts";
import { startTwoProjects, type TwoProjects } from "#tests/harness/data/two-projects.ts";

// IDs of another project below an own project's path, in every URL and form field.

const routes = await readRouteTable();

let world: TwoProjects;
let { people, beta, own, foreign, read, post } = {} as TwoProjects;
beforeAll(async () => {
  world = await startTwoProjects({ OTEL_SDK_DISABLED: "true" });
  ({ people, beta, own, foreign, read, post } = world);
});
afterAll(() => world.close());

// Tags are plain words that every project may share.
const isName = (part: string) => part !== ":project" && part !== "tags/:key";
const patterns = [...routes.filter(({ isPage }) => isPage), ...dataRoutes].map(({ path }) => path);
const cases = patterns.flatMap((path) => (path.startsWith("/:project") ? mixed(path) : []));

/** Replaces one path parameter at a time with the other project's. */
function mixed(path: string): { path: string; part: string }[] {
  return partsOf(path)
    .filter(isName)
    .map((part) => ({ path, part }));
}

test.each(cases)(
  "$path with another project's $part is not found, even with access to both",
  async ({ path, part }) => {
    const headers = await people.headersOf("owner");
    expect((await read(addressOf(path, own), headers)).status).toBe(200);
    expect((await read(addressOf(path, { ...own, [part]: foreign[part]! }), headers)).status).toBe(
      404,
    );
  },
);

test("the route table has such paths", () => expect(cases.length).toBeGreaterThan(15));

test.each(
  routes
    .filter(({ path, hasAction }) => hasAction && path.startsWith("/:project/"))
    .flatMap(({ path }) => mixed(path)),
)("a post to $path with another project's $part changes nothing", async ({ path, part }) => {
  const before = await everythingOf(beta);
  const address = addressOf(path, { ...own, [part]: foreign[part]! });
  for (const intent of ["resolve", "reopen", "delete", "revoke", "comment", "merge"]) {
    const fields = `intent=${intent}&text=?&label=?&into=${own[":issue"]!}`;
    expect((await post(address, await people.headersOf("admin"), fields)).status).toBe(404);
  }
  expect(await everythingOf(beta)).toEqual(before);
});

test("IDs in form fields change nothing in other projects or accounts", async () => {
  const { store, users } = people;
  const issue = await store.issues.find(beta.id as ProjectId, { number: 1 });
  const invitation = await invite(users.owner);
  const [token] = await store.tokens.list(users.owner.id);
  const before = await everythingOf(beta);
  const headers = await people.headersOf("admin");
  const statusOf = async (path: string, fields: string) =>
    (await post(path, headers, fields)).status;

  await statusOf("/alpha/issues", `intent=resolve&issue=${issue!.id}`);
  const member = users.stranger.id;
  expect(await statusOf("/alpha/settings/members", `intent=remove&member=${member}`)).toBe(404);
  expect(
    await statusOf("/alpha/settings/members", `intent=change&member=${member}&role=viewer`),
  ).toBe(404);
  for (const intent of ["revoke", "renew"])
    expect(
      await statusOf("/alpha/settings/invitations", `intent=${intent}&invitation=${invitation}`),
    ).toBe(404);
  expect(await statusOf("/account/tokens", `intent=revoke&token=${token!.id}`)).toBe(404);
  expect(await everythingOf(beta)).toEqual(before);
});

async function invite({ id: invitedBy }: User): Promise<string> {
  const offer = {
    kind: "project" as const,
    projectId: beta.id as ProjectId,
    role: "viewer" as const,
  };
  const times = { createdAt: Date.now(), expiresAt: Date.now() + 60_000 };
  const made = await people.store.invitations.create({
    tokenHash: "h",
    email: "new@people.example",
    offer,
    invitedBy,
    ...times,
  });
  return String(made.id);
}

/** All data that requests can change. */
async function everythingOf(project: TestProject) {
  const { store, users } = people;
  const projectId = project.id as ProjectId;
  return {
    issues: await project.issues(),
    members: await store.members.list({ projectId, limit: 50 }),
    // A key's last use is stored with a short delay.
    keys: (await store.projects.keys(projectId)).map((key) => ({ ...key, lastUsedAt: 0 })),
    invitations: await store.invitations.list({ projectId, limit: 50 }),
    project: await store.projects.bySlug(project.slug),
    tokens: (await store.tokens.list(users.owner.id)).length,
  };
}
