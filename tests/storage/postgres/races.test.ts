import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { User } from "#server/domain/people/person.ts";
import { refuseMemberChange } from "#server/domain/people/member-status.ts";
import { isProblem } from "#server/domain/problem.ts";
import { openPostgresStore } from "#server/storage/postgres/open.ts";
import type { Store } from "#server/storage/store.ts";
import { startPostgres, type TestPostgres } from "#tests/harness/servers/postgres.ts";
import { digesting, eventNamed } from "#tests/storage/events/cardinality-sample.ts";
import { noChanges } from "#tests/storage/no-changes.ts";
import {
  dayMs,
  digestSamples,
  eventIdOf,
  newProject,
  noon,
  reread,
} from "#tests/storage/sample.ts";

let server: TestPostgres;
let url: string;
let stores: Store[] = [];

beforeAll(async () => {
  server = await startPostgres();
  url = await server.create();
  await (await openPostgresStore(url, { process: "first", connections: 1 })).close();
});
afterAll(() => server.stop());

beforeEach(async () => {
  await server.reset(url);
  const processes = ["a", "b", "c"];
  stores = await Promise.all(
    processes.map((process) => openPostgresStore(url, { process, connections: 3 })),
  );
});
afterEach(() => Promise.all(stores.map((store) => store.close())));

const times = 9;

/** Runs in several stores of each process at once. */
const atOnce = <T>(work: (store: Store, index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(
    Array.from({ length: times }, (_, index) => work(stores[index % stores.length]!, index)),
  );

async function newUser(name: string, role: User["role"] = "member"): Promise<User> {
  const person = { email: `${name}@example.org`, name, role, passwordHash: "$", createdAt: noon };
  return (await stores[0]!.people.create(person)) as User;
}

test("concurrent requests for a slug, an email address, or the first owner: one wins", async () => {
  const first = await atOnce(({ people }, index) =>
    people.createFirst({
      email: `${index}@x.org`,
      name: "",
      role: "owner",
      passwordHash: "$",
      createdAt: noon,
    }),
  );
  expect(first.filter((each) => each !== "exists")).toHaveLength(1);
  const users = await atOnce(({ people }) =>
    people.create({
      email: "Ada@x.org",
      name: "",
      role: "member",
      passwordHash: "$",
      createdAt: noon,
    }),
  );
  expect(users.filter((each) => each !== "taken")).toHaveLength(1);
  const [one, two] = [await newProject(stores[0]!), await newProject(stores[0]!)];
  const names = { slug: "shop", name: "Shop", platform: "go" };
  const renamed = await atOnce(({ projects }, index) =>
    projects.rename((index % 2 ? one : two).id, names),
  );
  expect(new Set(renamed.map((each) => (each === "taken" ? each : each!.slug)))).toEqual(
    new Set(["shop", "taken"]),
  );
});

test("a code, a time step, a link, and an invitation each admit one", async () => {
  const user = await newUser("ada");
  const [{ totp, resets, invitations }] = stores as [Store];
  await totp.switchOn(user.id, { secret: "s", lastStep: 0, createdAt: noon }, ["x"]);
  await resets.create({ tokenHash: "r", userId: user.id, createdAt: noon, expiresAt: noon + 9 });
  const project = await newProject(stores[0]!);
  const offer = { kind: "project", projectId: project.id, role: "viewer" } as const;
  const sent = {
    email: "bo@x.org",
    offer,
    invitedBy: user.id,
    createdAt: noon,
    expiresAt: noon + 9,
  };
  await atOnce(({ invitations }, index) => invitations.create({ ...sent, tokenHash: `i${index}` }));
  const [invitation, ...others] = await invitations.pendingFor("bo@x.org", noon);
  expect(others, "each took the place of the one before").toEqual([]);

  const won = async (no: unknown, work: (store: Store, index: number) => Promise<unknown>) =>
    (await atOnce(work)).filter((each) => each !== no).length;
  expect(await won(false, ({ totp }) => totp.takeRecoveryCode(user.id, "x"))).toBe(1);
  expect(await won(false, ({ totp }) => totp.takeStep(user.id, 7))).toBe(1);
  expect(await won(false, ({ usedTokens }) => usedTokens.markUsed("h", noon))).toBe(1);
  const reset = { userId: user.id, createdAt: noon, expiresAt: noon + 9 };
  const asked = ({ resets }: Store, index: number) =>
    resets.create({ ...reset, tokenHash: `r${index}` }, 2);
  expect(await won(false, asked), "one link was there").toBe(1);
  expect(await won("gone", ({ resets }, index) => resets.use("r", `$${index}`, noon))).toBe(1);
  const person = { name: "Bo", role: "member" as const, passwordHash: "$", createdAt: noon };
  const accept = ({ invitations }: Store, index: number) =>
    invitations.accept(
      invitation!.tokenHash,
      { newUser: { ...person, email: `bo${index}@x.org` } },
      noon,
    );
  expect(await won("gone", accept)).toBe(1);
  expect(await stores[0]!.people.list()).toHaveLength(2);
});

test("when all admins leave at once, one stays; concurrent failures are all counted", async () => {
  const [store] = stores as [Store];
  const { id: projectId } = await newProject(store);
  const admins = await Promise.all(
    Array.from({ length: times }, (_, index) => newUser(`admin${index}`)),
  );
  for (const { id: userId } of admins)
    await store.members.add({ projectId, userId, role: "admin" });
  const left = await atOnce(({ members }, index) => {
    const user = admins[index]!;
    const by = { user, memberships: [] };
    return members.change(projectId, user.id, "none", (standing) =>
      refuseMemberChange(by, standing, "none"),
    );
  });
  expect(left.filter((each) => isProblem(each))).toHaveLength(1);
  expect((await store.members.list({ projectId, limit: 99 })).rows).toHaveLength(1);

  const counted = await atOnce(({ throttles }) =>
    throttles.change("k", (before) => ({
      failures: (before?.failures ?? 0) + 1,
      since: noon,
      until: noon,
      forgetAt: noon,
    })),
  );
  expect(counted.map((each) => each!.failures).toSorted((a, b) => a - b)).toEqual(
    admins.map((_, index) => index + 1),
  );
});

test("counts add up, settings merge concurrent changes, and the last choice wins", async () => {
  const [store] = stores as [Store];
  const { id: projectId } = await newProject(store);
  const counted = { projectId, hour: 0, outcome: "kept", reason: "" } as const;
  const entries = ["a", "b", "c", "a"].map((category): OutcomeEntry => ({
    ...counted,
    category,
    quantity: 1,
  }));
  await atOnce(({ outcomes }, index) => outcomes.add(index % 2 ? entries : entries.toReversed()));
  const quantities = (await store.outcomes.read(projectId, 0)).map(({ quantity }) => quantity);
  expect(quantities).toEqual([2 * times, times, times]);

  const parts = [{ paused: true }, { quotas: { eventsPerDay: 7 } }, { quotas: { spansPerDay: 8 } }];
  await atOnce(({ projects }, index) =>
    projects.changeSettings(projectId, parts[index % parts.length]!),
  );
  expect((await store.projects.byId(projectId))!.settings).toMatchObject({
    paused: true,
    quotas: { eventsPerDay: 7, spansPerDay: 8 },
  });

  const searches = await atOnce(({ searches }, index) =>
    searches.add({ projectId, name: `${index}`, query: "", sort: "last-seen" }),
  );
  const ids = searches.flatMap((each) => (each === "taken" ? [] : each.id));
  await atOnce(({ searches }, index) => searches.setDefault(projectId, ids[index]));
  expect(
    (await store.searches.list(projectId, 0 as User["id"])).filter(({ isDefault }) => isDefault),
  ).toHaveLength(1);
});

test("a project is deleted once, and a bundle's files are stored once", async () => {
  const { id: projectId } = await newProject(stores[0]!);
  const begun = await atOnce(({ deletions }) => deletions.begin(projectId, { at: noon }));
  expect(begun.filter((each) => each !== undefined)).toHaveLength(1);
  const opened = await atOnce(({ artifacts }) =>
    artifacts.openBundle({
      projectId,
      checksum: "c",
      uploadedBy: "cli",
      uploadedAt: noon,
      byteLength: 1,
    }),
  );
  expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
  const file = { kind: "source", url: "~/a.js", content: new Uint8Array([1]) } as const;
  await atOnce(({ artifacts }) => artifacts.settleBundle(opened[0]!, { state: "ready" }, [file]));
  expect(await stores[0]!.artifacts.files(projectId, opened[0]!.id)).toHaveLength(1);
});

test("an issue stored by several processes at once is named by its newest event", async () => {
  const { id } = await newProject(stores[0]!);
  const eventOf = (index: number) => {
    const at = noon - Math.floor(index / 2) * dayMs;
    const named = {
      value: `value ${index}`,
      release: `${index}`,
      level: index === 1 ? "fatal" : "error",
    } as const;
    return eventNamed(id, `e${index}`, { timestamp: at, at, ...named });
  };
  // Newest first and newest last, to cover both orders.
  const order = [8, 3, 0, 6, 2, 7, 1, 5, 4];
  await atOnce((store, index) => digesting(store, {})({ events: [eventOf(order[index]!)] }));
  const newest = eventIdOf("e0") > eventIdOf("e1") ? 0 : 1;
  expect(await stores[0]!.issues.find(id, { number: 1 })).toMatchObject({
    count: times,
    value: `value ${newest}`,
    level: newest === 1 ? "fatal" : "error",
    newestEventId: eventIdOf(`e${newest}`),
    firstSeen: noon - 4 * dayMs,
    lastSeen: noon,
    firstRelease: "8",
    lastRelease: `${newest}`,
  });
});

test("a batch with an outdated copy of an issue does not rename it", async () => {
  const [one, two] = stores as [Store, Store];
  const project = await newProject(one);
  const read = (
    await digestSamples(one, project, [{ issue: "a", name: "1", at: noon, value: "old" }])
  ).get("a")!;
  await digestSamples(two, project, [{ issue: "a", name: "2", at: noon + 9, value: "newest" }]);
  const { type, culprit, level, state } = read;
  const late = {
    type,
    culprit,
    level,
    state,
    id: read.id,
    projectId: project.id,
    value: "late",
    unhandled: false,
  };
  const changed = {
    ...late,
    countBy: 1,
    usersBy: 0,
    firstSeen: noon,
    lastSeen: noon + 5,
    newestEventId: eventIdOf("3"),
  };
  await one.digest((transaction) => transaction.save({ ...noChanges, issues: [changed] }));
  expect(await reread(one, read)).toMatchObject({
    value: "newest",
    lastSeen: noon + 9,
    newestEventId: eventIdOf("2"),
  });
});
