import { expect, test } from "vitest";
import type { UserId } from "#server/domain/ids.ts";
import type { AuditEntry } from "#server/domain/people/audit.ts";
import type { ProjectRole, User } from "#server/domain/people/person.ts";
import { refuseUserChange } from "#server/domain/people/member-status.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Store } from "#server/storage/store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { digestSamples, everyPage, newProject, noon } from "#tests/storage/sample.ts";

const refused: Problem = { problem: "forbidden", detail: "No." };
const nobody = 4_711 as UserId;

async function newUser(store: Store, name: string, role: User["role"] = "member"): Promise<User> {
  const email = `${name.toLowerCase()}@example.org`;
  const made = await store.people.create({ email, name, role, passwordHash: "$", createdAt: noon });
  if (made === "taken") throw new Error(`${email} is taken`);
  return made;
}

export function peopleContract(bench: Bench): void {
  test("members are listed by name, page by page, per project", async () => {
    const { store } = bench;
    const [project, other] = [await newProject(store), await newProject(store)];
    for (const name of ["eve", "Ada", "bob", "Cid"]) {
      const { id } = await newUser(store, name);
      await store.members.add({ projectId: project.id, userId: id, role: "viewer" });
    }
    const ofOther = await newUser(store, "Zoe");
    await store.members.add({ projectId: other.id, userId: ofOther.id, role: "admin" });
    const rows = await everyPage((cursor) =>
      store.members.list({ projectId: project.id, limit: 2, cursor }),
    );
    expect(rows.map(({ user }) => user.name)).toEqual(["Ada", "bob", "Cid", "eve"]);
    expect(await store.members.list({ projectId: other.id, limit: 2 })).toEqual({
      rows: [{ user: ofOther, role: "admin" }],
    });
  });

  test("a member added again keeps the role; a change sees the current state", async () => {
    const { store } = bench;
    const { id: projectId } = await newProject(store);
    const [ada, bob] = [await newUser(store, "Ada"), await newUser(store, "Bob")];
    expect(await store.members.add({ projectId, userId: ada.id, role: "admin" })).toBe("added");
    expect(await store.members.add({ projectId, userId: ada.id, role: "viewer" })).toBe("present");
    await store.members.add({ projectId, userId: bob.id, role: "admin" });

    const change = (
      user: User,
      to: ProjectRole | "none",
      refuse = () => undefined as Problem | undefined,
    ) => store.members.change(projectId, user.id, to, refuse);
    expect(
      await store.members.change(projectId, ada.id, "none", (standing) => {
        expect(standing).toEqual({ user: ada, role: "admin", otherAdmins: 1 });
        return refused;
      }),
    ).toEqual(refused);
    expect(await change(ada, "viewer")).toEqual({ user: ada, role: "admin" });
    expect(await store.people.memberships(ada.id)).toEqual([
      { projectId, userId: ada.id, role: "viewer" },
    ]);
    expect(await change(ada, "none")).toEqual({ user: ada, role: "viewer" });
    expect(await change(ada, "none")).toBeUndefined();
    await store.accounts.change(bob.id, { kind: "disable", at: noon }, () => undefined);
    await store.members.add({ projectId, userId: ada.id, role: "admin" });
    // A disabled admin does not count.
    await store.members.change(projectId, ada.id, "none", ({ otherAdmins }) => {
      expect(otherAdmins).toBe(0);
      return undefined;
    });
  });

  test("accounts are listed with projects and found by part of name or address", async () => {
    const { store } = bench;
    const project = await newProject(store, "zebra");
    const [ada, bob] = [await newUser(store, "Ada", "owner"), await newUser(store, "Bob")];
    await store.members.add({ projectId: project.id, userId: bob.id, role: "developer" });
    for (const at of [noon + 5, noon + 9])
      await store.audit.append({ at, kind: "sign-in", by: bob });
    await store.audit.append({ at: noon + 20, kind: "sign-out", by: bob });
    const rows = await everyPage((cursor) => store.accounts.list({ limit: 1, cursor }));
    expect(rows).toEqual([
      { user: ada, projects: [] },
      {
        user: bob,
        lastSignInAt: noon + 9,
        projects: [{ slug: "zebra", name: "ZEBRA", role: "developer" }],
      },
    ]);
    const found = async (query: string) =>
      (await store.accounts.list({ query, limit: 9 })).rows.map(({ user }) => user.name);
    expect([await found("BOB@"), await found("da"), await found("%")]).toEqual([
      ["Bob"],
      ["Ada"],
      [],
    ]);
  });

  test("when two owners demote each other at once, one remains owner", async () => {
    const [ada, bob] = [
      await newUser(bench.store, "Ada", "owner"),
      await newUser(bench.store, "Bob", "owner"),
    ];
    const beside = await bench.another();
    const demote = (store: Store, { id }: User) =>
      store.accounts.change(id, { kind: "role", role: "member" }, (standing) =>
        refuseUserChange(standing, { kind: "role", role: "member" }),
      );
    const answers = await Promise.all([demote(bench.store, ada), demote(beside, bob)]);
    expect(answers.filter(isProblem)).toHaveLength(1);
    expect((await bench.store.people.list()).filter(({ role }) => role === "owner")).toHaveLength(
      1,
    );
  });

  test("a disabled account has no session or token; enabling restores neither", async () => {
    const { store } = bench;
    const user = await newUser(store, "Ada");
    await openThings(store, user);
    await store.accounts.change(user.id, { kind: "disable", at: noon }, () => undefined);
    expect(await store.sessions.find("s", noon)).toBeUndefined();
    expect(await store.tokens.find("t")).toBeUndefined();
    expect(await store.people.byId(user.id)).toEqual({ ...user, disabledAt: noon });
    await store.accounts.change(user.id, { kind: "enable" }, () => undefined);
    expect(await store.people.byId(user.id)).toEqual(user);
    expect(await store.sessions.find("s", noon)).toBeUndefined();
    expect(
      await store.accounts.change(nobody, { kind: "enable" }, () => undefined),
    ).toBeUndefined();
  });

  test("actions of a deleted account remain as a former user's", async () => {
    const { store } = bench;
    const project = await newProject(store);
    const user = await newUser(store, "Ada");
    await store.members.add({ projectId: project.id, userId: user.id, role: "admin" });
    await openThings(store, user);
    const issue = (await digestSamples(store, project, [{ issue: "a", name: "1" }])).get("a")!;
    await store.issues.transition(project.id, [issue.id], ({ id }) => ({
      state: { state: "resolved", at: noon, in: { kind: "now" } },
      activity: {
        issueId: id,
        at: noon + 1,
        by: { kind: "user", id: user.id },
        what: { kind: "reopened" },
      },
    }));
    expect(await store.accounts.change(user.id, { kind: "delete" }, () => undefined)).toEqual(user);
    expect(await store.people.byEmail(user.email)).toBeUndefined();
    expect((await store.members.list({ projectId: project.id, limit: 9 })).rows).toEqual([]);
    expect(await store.sessions.find("s", noon)).toBeUndefined();
    expect(await store.tokens.find("t")).toBeUndefined();
    expect((await store.issues.activity(issue.projectId, issue.id)).map(({ by }) => by)).toEqual([
      { kind: "former-user" },
      { kind: "system" },
    ]);
  });

  test("tokens keep their fields and last use, and their owner can revoke them", async () => {
    const { store } = bench;
    const [ada, bob] = [await newUser(store, "Ada"), await newUser(store, "Bob")];
    const token = {
      tokenHash: "t",
      userId: ada.id,
      scopes: ["event:read" as const],
      label: "CI",
      createdAt: noon,
    };
    const made = await store.tokens.create(token);
    expect(made).toEqual({ ...token, id: made.id });
    const ending = await store.tokens.create({ ...token, tokenHash: "u", expiresAt: noon + 9 });
    await store.tokens.touch(made.id, noon + 5);
    expect(await store.tokens.find("t")).toEqual({ ...made, lastUsedAt: noon + 5 });
    expect((await store.tokens.list(ada.id)).map(({ id }) => id)).toEqual([ending.id, made.id]);
    expect(await store.tokens.remove(bob.id, made.id)).toBeUndefined();
    expect(await store.tokens.remove(ada.id, made.id)).toEqual({ ...made, lastUsedAt: noon + 5 });
    expect(await store.tokens.find("t")).toBeUndefined();
    const others = await store.tokens.create({ ...token, tokenHash: "v", userId: bob.id });
    expect(await store.tokens.removeAll(ada.id)).toEqual([ending]);
    expect([await store.tokens.find("u"), await store.tokens.find("v")]).toEqual([
      undefined,
      others,
    ]);
    expect(await store.tokens.removeAll(ada.id)).toEqual([]);
  });

  test("the audit log is filtered, read newest first, and outlives accounts", async () => {
    const { store } = bench;
    const project = await newProject(store);
    const user = await newUser(store, "Ada");
    const by = { id: user.id, email: user.email };
    const entries: AuditEntry[] = [
      { at: noon, kind: "sign-in-failed", address: "192.0.2.1", about: "ADA@example.org" },
      { at: noon + 1, kind: "sign-in", by, address: "192.0.2.1" },
      {
        at: noon + 2,
        kind: "key-made",
        by,
        projectId: project.id,
        about: "Default",
        detail: "60 a minute",
      },
      { at: noon + 3, kind: "user-made", about: "bob@example.org" },
    ];
    for (const entry of entries) await store.audit.append(entry);
    await store.accounts.change(user.id, { kind: "delete" }, () => undefined);

    const all = await everyPage((cursor) => store.audit.list({ limit: 3, cursor }));
    expect(all).toEqual(entries.toReversed());
    const kinds = async (filter: object) =>
      (await store.audit.list({ limit: 9, ...filter })).rows.map(({ kind }) => kind);
    expect(await kinds({ person: "ada@EXAMPLE.org" })).toEqual([
      "key-made",
      "sign-in",
      "sign-in-failed",
    ]);
    expect(await kinds({ kind: "user-made" })).toEqual(["user-made"]);
    expect(await kinds({ projectId: project.id })).toEqual(["key-made"]);
    expect(await kinds({ since: noon + 1, until: noon + 2 })).toEqual(["key-made", "sign-in"]);
    expect(await store.audit.evict(noon + 2)).toBe(2);
    expect(await kinds({})).toEqual(["user-made", "key-made"]);
  });
}

async function openThings(store: Store, { id: userId }: User): Promise<void> {
  const seen = { lastSeenAt: noon, address: "192.0.2.1", userAgent: "test" };
  await store.sessions.create({
    tokenHash: "s",
    userId,
    createdAt: noon,
    expiresAt: noon + 100,
    ...seen,
  });
  await store.tokens.create({ tokenHash: "t", userId, scopes: [], label: "", createdAt: noon });
}
