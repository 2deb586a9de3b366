import { expect, test } from "vitest";
import type { UserId } from "#server/domain/ids.ts";
import type { User } from "#server/domain/people/person.ts";
import { hourOf } from "#server/domain/time.ts";
import type { NewUser } from "#server/storage/people/people-store.ts";
import type { StoredSession } from "#server/storage/people/access-store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { hourMs, newProject, noon } from "#tests/storage/sample.ts";

const ada: NewUser = {
  email: "Ada@Ünï.example",
  name: "Ada",
  role: "owner",
  passwordHash: "$a",
  createdAt: noon,
};

const sessionOf = (userId: UserId, tokenHash: string, expiresAt: number): StoredSession => ({
  tokenHash,
  userId,
  createdAt: noon,
  expiresAt,
  lastSeenAt: noon,
  address: "",
  userAgent: "test",
});

export function accountContract(bench: Bench): void {
  test("accounts are found by ID and by email address without case", async () => {
    const { people } = bench.store;
    expect(await people.any()).toBe(false);
    const made = (await people.create(ada)) as User;
    expect(made).toEqual({
      id: made.id,
      email: ada.email,
      name: "Ada",
      role: "owner",
      createdAt: noon,
    });
    expect(await people.byId(made.id)).toEqual(made);
    expect(await people.byEmail("ADA@ÜNÏ.EXAMPLE")).toEqual({ ...made, passwordHash: "$a" });
    expect(await people.create({ ...ada, email: "ada@ünï.example" })).toBe("taken");
    expect(await people.byEmail("eve@example.org")).toBeUndefined();
    expect(await people.list()).toEqual([made]);
    expect(await people.any()).toBe(true);
  });

  test("two simultaneous setups create one owner", async () => {
    const beside = await bench.another();
    const made = await Promise.all([
      bench.store.people.createFirst(ada),
      beside.people.createFirst({ ...ada, email: "eve@example.org" }),
    ]);
    expect(made.filter((each) => each === "exists")).toHaveLength(1);
    expect(await beside.people.list()).toHaveLength(1);
  });

  test("a membership is created and then changed", async () => {
    const { people } = bench.store;
    const project = await newProject(bench.store);
    const user = (await people.create(ada)) as User;
    await people.setMembership(project.id, user.id, "viewer");
    await people.setMembership(project.id, user.id, "admin");
    expect(await people.memberships(user.id)).toEqual([
      { projectId: project.id, userId: user.id, role: "admin" },
    ]);
  });

  test("sessions end when they expire or are deleted", async () => {
    const { people, sessions } = bench.store;
    const { id: userId } = (await people.create(ada)) as User;
    const session = sessionOf(userId, "s", noon + 10);
    await sessions.create(session);
    expect(await sessions.find("s", noon + 9)).toEqual(session);
    expect(await sessions.find("s", noon + 10)).toBeUndefined();
    const seen = { lastSeenAt: noon + 5, expiresAt: noon + 100, address: "203.0.113.9" };
    await sessions.touch("s", seen);
    await sessions.create(sessionOf(userId, "t", noon + 100));
    expect(await sessions.find("s", noon + 99)).toEqual({ ...session, ...seen });
    expect(await sessions.holder("s", noon + 100)).toBeUndefined();
    await sessions.remove("s");
    expect(await sessions.find("s", noon)).toBeUndefined();
    expect(await sessions.find("t", noon + 60)).toMatchObject({ tokenHash: "t" });
  });

  test("a session is found with its account and memberships", async () => {
    const { people, sessions } = bench.store;
    const user = (await people.create(ada)) as User;
    const session = sessionOf(user.id, "s", noon + 10);
    await sessions.create(session);
    expect(await sessions.holder("s", noon)).toEqual({ session, user, memberships: [] });
    const projects = [await newProject(bench.store), await newProject(bench.store)];
    for (const { id } of projects.toReversed()) await people.setMembership(id, user.id, "viewer");
    const { memberships } = (await sessions.holder("s", noon))!;
    expect(memberships).toEqual(
      projects.map(({ id }) => ({ projectId: id, userId: user.id, role: "viewer" })),
    );
    expect(await sessions.holder("t", noon)).toBeUndefined();
  });

  test("a session or token of an unknown account is refused", async () => {
    const nobody = 4_711 as UserId;
    await expect(bench.store.sessions.create(sessionOf(nobody, "s", noon + 1))).rejects.toThrow();
    await expect(
      bench.store.tokens.create({
        tokenHash: "t",
        userId: nobody,
        scopes: [],
        label: "",
        createdAt: noon,
      }),
    ).rejects.toThrow();
  });

  test("settings are set, replaced, and deleted", async () => {
    const { settings } = bench.store;
    await settings.set("name", "one");
    await settings.set("name", "two");
    expect(await (await bench.another()).settings.get("name")).toBe("two");
    await settings.remove("name");
    expect(await settings.get("name")).toBeUndefined();
    const other = await bench.another();
    const kept = await Promise.all([
      settings.keep("name", "mine"),
      other.settings.keep("name", "theirs"),
    ]);
    expect(kept[0], "who comes second gets what is there").toBe(kept[1]);
    expect(await settings.keep("name", "later")).toBe(kept[0]);
  });

  test("outcomes add up by hour, outcome, category, and reason", async () => {
    const { outcomes } = bench.store;
    const { id: projectId } = await newProject(bench.store);
    const hour = hourOf(noon);
    const entry = {
      projectId,
      hour,
      outcome: "kept" as const,
      category: "error",
      reason: "",
      quantity: 2,
    };
    await outcomes.add([
      entry,
      { ...entry, hour: hour - hourMs, quantity: 1 },
      { ...entry, outcome: "limited" },
    ]);
    await outcomes.add([{ ...entry, quantity: 3 }]);
    expect(await outcomes.read(projectId, hour)).toEqual([
      { ...entry, quantity: 5 },
      { ...entry, outcome: "limited" },
    ]);
    expect((await outcomes.read(projectId, 0))[0]).toEqual({
      ...entry,
      hour: hour - hourMs,
      quantity: 1,
    });
  });
}
