import { expect, test } from "vitest";
import type { UserId } from "#server/domain/ids.ts";
import type { Offer } from "#server/domain/people/invitation.ts";
import type { User } from "#server/domain/people/person.ts";
import type { NewInvitation } from "#server/storage/people/access-store.ts";
import type { NewUser } from "#server/storage/people/people-store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { newProject, noon } from "#tests/storage/sample.ts";

const ada: NewUser = {
  email: "ada@example.com",
  name: "Ada",
  role: "owner",
  passwordHash: "$a",
  createdAt: noon,
};
const bo: NewUser = { ...ada, email: "bo@example.com", name: "Bo", role: "member" };
const instance: Offer = { kind: "instance", role: "member" };

/** Access: sessions, known browsers, failed attempts, invitations, resets. */
export function accessContract(bench: Bench): void {
  const made = async (user: NewUser): Promise<User> =>
    (await bench.store.people.create(user)) as User;

  const session = (
    userId: UserId,
    tokenHash: string,
    lastSeenAt = noon,
    expiresAt = noon + 100,
  ) => ({
    tokenHash,
    userId,
    createdAt: noon,
    expiresAt,
    lastSeenAt,
    address: "203.0.113.9",
    userAgent: "test",
  });

  test("sessions are listed by last use and ended one by one or together", async () => {
    const { sessions } = bench.store;
    const [mine, theirs] = [(await made(ada)).id, (await made(bo)).id];
    for (const [hash, at] of [
      ["a1", 1],
      ["b2", 3],
      ["c3", 2],
    ] as const)
      await sessions.create(session(mine, hash, noon + at));
    await sessions.create(session(mine, "d4", noon, noon + 1));
    await sessions.create(session(theirs, "a9"));
    const listed = async (id: UserId) =>
      (await sessions.list(id, noon + 1)).map(({ tokenHash }) => tokenHash);
    expect(await listed(mine)).toEqual(["b2", "c3", "a1"]);
    expect(await sessions.removeOf(mine, { id: "a" })).toBe(1);
    expect(await sessions.removeOf(mine, { allBut: "b2" })).toBe(2);
    expect([await listed(mine), await listed(theirs)]).toEqual([["b2"], ["a9"]]);
    expect(await sessions.removeExpired(noon + 100)).toBe(2);
  });

  test("concurrent failures are counted one after another", async () => {
    const stores = [bench.store, await bench.another()];
    const count = (store: (typeof stores)[number]) =>
      store.throttles.change("k", (before) => ({
        failures: (before?.failures ?? 0) + 1,
        since: noon,
        until: noon + 5,
        forgetAt: noon + 10,
      }));
    await Promise.all([...stores, ...stores].map(count));
    expect(await bench.store.throttles.get("k")).toEqual({
      failures: 4,
      since: noon,
      until: noon + 5,
      forgetAt: noon + 10,
    });
    expect(await bench.store.throttles.change("k", () => undefined)).toBeUndefined();
    expect(await bench.store.throttles.removeForgotten(noon + 9)).toBe(0);
    expect(await bench.store.throttles.removeForgotten(noon + 10)).toBe(1);
    await count(bench.store);
    await bench.store.throttles.clear("k");
    expect(await bench.store.throttles.get("k")).toBeUndefined();
  });

  test("a known browser is remembered until it expires", async () => {
    const device = { tokenHash: "d", userId: (await made(ada)).id, expiresAt: noon + 10 };
    await bench.store.devices.add(device);
    expect(await bench.store.devices.find("d", noon + 9)).toEqual(device);
    expect(await bench.store.devices.find("d", noon + 10)).toBeUndefined();
    expect(await bench.store.devices.removeExpired(noon + 10)).toBe(1);
  });

  const invitation = (invitedBy: UserId, offer: Offer, tokenHash: string): NewInvitation => ({
    tokenHash,
    email: bo.email,
    offer,
    invitedBy,
    createdAt: noon,
    expiresAt: noon + 100,
  });

  test("an invitation replaces the pending one to the same place, whatever the case", async () => {
    const { invitations } = bench.store;
    const { id: by } = await made(ada);
    const project = await newProject(bench.store);
    const offer: Offer = { kind: "project", projectId: project.id, role: "viewer" };
    await invitations.create(invitation(by, instance, "one"));
    await invitations.create(invitation(by, offer, "two"));
    const renewed = await invitations.create({
      ...invitation(by, offer, "three"),
      email: "BO@example.com",
    });
    expect(await invitations.find("two")).toBeUndefined();
    expect(renewed).toEqual({
      id: renewed.id,
      email: "BO@example.com",
      offer,
      invitedBy: by,
      createdAt: noon,
      expiresAt: noon + 100,
    });
    expect(await invitations.byId(renewed.id)).toEqual(renewed);
    const first = await invitations.list({ limit: 1 });
    expect(first.rows).toEqual([renewed]);
    const { rows, next } = await invitations.list({ limit: 1, cursor: first.next! });
    expect([rows.map(({ offer: { kind } }) => kind), next]).toEqual([["instance"], undefined]);
    expect((await invitations.list({ projectId: project.id, limit: 9 })).rows).toEqual([renewed]);
  });

  test("two simultaneous acceptances admit one; a higher role stays", async () => {
    const { invitations, people } = bench.store;
    const { id: by } = await made(ada);
    const { id: projectId } = await newProject(bench.store);
    await invitations.create(invitation(by, { kind: "project", projectId, role: "viewer" }, "t"));
    const beside = await bench.another();
    const answers = await Promise.all([
      invitations.accept("t", { newUser: bo }, noon + 1),
      beside.invitations.accept("t", { newUser: { ...bo, email: "cy@example.com" } }, noon + 1),
    ]);
    expect(answers.filter((each) => each === "gone")).toHaveLength(1);
    const user = answers.find((each) => each !== "gone") as User;
    expect(await people.memberships(user.id)).toEqual([
      { projectId, userId: user.id, role: "viewer" },
    ]);
    expect(await people.list()).toHaveLength(2);
    expect(await invitations.find("t")).toMatchObject({ acceptedAt: noon + 1 });

    await people.setMembership(projectId, user.id, "admin");
    await invitations.create(invitation(by, { kind: "project", projectId, role: "viewer" }, "u"));
    expect(await invitations.accept("u", { userId: user.id }, noon)).toEqual(user);
    expect(await people.memberships(user.id)).toMatchObject([{ role: "admin" }]);
  });

  test("expired, revoked, and superseded invitations are refused", async () => {
    const { invitations } = bench.store;
    const { id: by } = await made(ada);
    const { id } = await invitations.create(invitation(by, instance, "t"));
    expect(
      await invitations.accept("t", { newUser: { ...bo, email: "ADA@example.com" } }, noon),
    ).toBe("taken");
    expect(await invitations.accept("t", { newUser: bo }, noon + 100)).toBe("gone");
    expect(await invitations.revoke(id, noon + 1)).toBe("revoked");
    expect(await invitations.revoke(id, noon + 2)).toBe("gone");
    expect(await invitations.accept("t", { newUser: bo }, noon + 1)).toBe("gone");
    expect(await invitations.removeEnded(noon + 99)).toBe(0);
    expect(await invitations.removeEnded(noon + 100)).toBe(1);
  });

  test("concurrent requests create no more reset links than allowed", async () => {
    const { resets } = bench.store;
    const { id: userId } = await made(ada);
    const create = (tokenHash: string, createdAt: number) =>
      resets.create({ tokenHash, userId, createdAt, expiresAt: createdAt + 10 }, 3);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create(`r${index}`, noon)),
    );
    expect(answers.filter((stored) => stored)).toHaveLength(3);
    expect(await create("late", noon + 9)).toBe(false);
    expect(await create("later", noon + 10)).toBe(true);
  });

  test("a reset works once, sets the password, and ends sessions and other resets", async () => {
    const { people, resets, sessions } = bench.store;
    const { id: userId } = await made(ada);
    const reset = { tokenHash: "r", userId, createdAt: noon, expiresAt: noon + 10 };
    await resets.create(reset);
    await resets.create({ ...reset, tokenHash: "other" });
    expect(await resets.create({ ...reset, tokenHash: "third" }, 2), "two work already").toBe(
      false,
    );
    expect(await resets.find("third", noon)).toBeUndefined();
    await sessions.create(session(userId, "s"));
    expect(await resets.find("r", noon + 9)).toEqual(reset);
    expect(await resets.use("r", "$b", noon + 10)).toBe("gone");
    const answers = await Promise.all([
      resets.use("r", "$b", noon),
      resets.use("other", "$c", noon),
    ]);
    expect(new Set(answers), "one of the two").toEqual(new Set([userId, "gone"]));
    expect((await people.byEmail(ada.email))!.passwordHash).toBe(
      answers[0] === userId ? "$b" : "$c",
    );
    expect(await sessions.find("s", noon)).toBeUndefined();
    expect(await resets.removeExpired(noon + 10)).toBe(0);
  });

  test("a name and a password can be changed", async () => {
    const { id } = await made(ada);
    await bench.store.people.rename(id, "Countess");
    await bench.store.people.setPassword(id, "$z");
    expect(await bench.store.people.byEmail(ada.email)).toMatchObject({
      name: "Countess",
      passwordHash: "$z",
    });
  });
}
