import { expect, test } from "vitest";
import type { User } from "#server/domain/people/person.ts";
import type { NewPasskey } from "#server/storage/people/factor-store.ts";
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
const bo: NewUser = { ...ada, email: "bo@example.com", name: "Bo" };

/** Second factors: codes, passkeys, external identities, and used tokens. */
export function factorContract(bench: Bench): void {
  const made = async (user: NewUser) => ((await bench.store.people.create(user)) as User).id;

  test("codes are turned on once, and no time step is accepted twice or backward", async () => {
    const { totp } = bench.store;
    const [mine, theirs] = [await made(ada), await made(bo)];
    const stored = { secret: "sealed", lastStep: 100, createdAt: noon };
    expect(await totp.switchOn(mine, stored, ["x", "y"])).toBe("on");
    expect(await totp.switchOn(mine, { ...stored, secret: "other" }, ["z"])).toBe("present");
    expect(await totp.find(mine)).toEqual(stored);
    expect(await totp.find(theirs)).toBeUndefined();
    const beside = (await bench.another()).totp;
    const taken = await Promise.all([
      totp.takeStep(mine, 101),
      beside.takeStep(mine, 101),
      totp.takeStep(theirs, 101),
    ]);
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect([await totp.takeStep(mine, 100), await totp.takeStep(mine, 102)]).toEqual([false, true]);
  });

  test("a recovery code belongs to an account and works once", async () => {
    const { totp } = bench.store;
    const [mine, theirs] = [await made(ada), await made(bo)];
    await totp.switchOn(mine, { secret: "sealed", lastStep: 1, createdAt: noon }, ["x", "y"]);
    expect(await totp.takeRecoveryCode(theirs, "x")).toBe(false);
    const beside = (await bench.another()).totp;
    const taken = await Promise.all([
      totp.takeRecoveryCode(mine, "x"),
      beside.takeRecoveryCode(mine, "x"),
    ]);
    expect(taken.toSorted()).toEqual([false, true]);
    await totp.replaceRecoveryCodes(mine, ["p", "q", "r"]);
    expect([await totp.countRecoveryCodes(mine), await totp.takeRecoveryCode(mine, "y")]).toEqual([
      3,
      false,
    ]);
    expect([await totp.switchOff(mine), await totp.switchOff(mine)]).toEqual([true, false]);
    expect(await totp.countRecoveryCodes(mine)).toBe(0);
  });

  test("a passkey belongs to an account, and its counter only grows", async () => {
    const { passkeys } = bench.store;
    const [mine, theirs] = [await made(ada), await made(bo)];
    const key: NewPasskey = {
      credentialId: "c",
      userId: mine,
      name: "blue",
      publicKey: "k",
      algorithm: "ES256",
      counter: 0,
      createdAt: noon,
    };
    expect([await passkeys.add(key), await passkeys.add({ ...key, userId: theirs })]).toEqual([
      "added",
      "present",
    ]);
    const { id } = (await passkeys.find("c"))!;
    const used = async (counter: number) => passkeys.use(id, { counter, at: noon + counter });
    expect([await used(0), await used(3), await used(3), await used(2), await used(0)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(await passkeys.list(mine)).toEqual([{ ...key, id, counter: 3, lastUsedAt: noon + 3 }]);
    expect(await passkeys.remove(theirs, id)).toBeUndefined();
    expect(await passkeys.remove(mine, id)).toMatchObject({ name: "blue" });
    expect(await passkeys.find("c")).toBeUndefined();
  });

  test("an identity belongs to one account, which has one per issuer", async () => {
    const { identities } = bench.store;
    const [mine, theirs] = [await made(ada), await made(bo)];
    const identity = {
      issuer: "i",
      subject: "s",
      userId: mine,
      email: "ada@example.com",
      linkedAt: noon,
    };
    expect(await identities.link(identity)).toBe("linked");
    expect(await identities.link({ ...identity, userId: theirs })).toBe("taken");
    expect(await identities.link({ ...identity, subject: "t" })).toBe("taken");
    expect(await identities.link({ ...identity, issuer: "j" })).toBe("linked");
    expect(await identities.find("i", "s")).toEqual(identity);
    expect((await identities.list(mine)).map(({ issuer }) => issuer)).toEqual(["i", "j"]);
  });

  test("a used token stays used until it would have expired", async () => {
    const { usedTokens } = bench.store;
    const beside = (await bench.another()).usedTokens;
    const done = await Promise.all([
      usedTokens.markUsed("h", noon + 1),
      beside.markUsed("h", noon + 1),
    ]);
    expect(done.toSorted()).toEqual([false, true]);
    expect([
      await usedTokens.removeExpired(noon),
      await usedTokens.removeExpired(noon + 1),
    ]).toEqual([0, 1]);
  });

  test("a session records its number of factors", async () => {
    const { sessions } = bench.store;
    const userId = await made(ada);
    const session = {
      userId,
      createdAt: noon,
      expiresAt: noon + 9,
      lastSeenAt: noon,
      address: "",
      userAgent: "",
    };
    await sessions.create({ ...session, tokenHash: "one" });
    await sessions.create({ ...session, tokenHash: "two", secondFactor: true });
    expect((await sessions.find("one", noon))!.secondFactor).toBeUndefined();
    expect((await sessions.find("two", noon))!.secondFactor).toBe(true);
  });

  test("pending invitations are found by email address and accepted by ID", async () => {
    const { invitations } = bench.store;
    const { id: projectId } = await newProject(bench.store);
    const invitedBy = await made(ada);
    const to = { email: "Cy@example.com", invitedBy, createdAt: noon, expiresAt: noon + 10 };
    await invitations.create({
      ...to,
      tokenHash: "a",
      offer: { kind: "project", projectId, role: "viewer" },
    });
    await invitations.create({ ...to, tokenHash: "b", offer: { kind: "instance", role: "owner" } });
    await invitations.create({
      ...to,
      email: "else@example.com",
      tokenHash: "c",
      offer: { kind: "instance", role: "owner" },
    });
    const found = async (now: number) =>
      (await invitations.pendingFor("cy@EXAMPLE.com", now)).map((each) => each.tokenHash);
    expect(await found(noon)).toEqual(["a", "b"]);
    await invitations.accept("a", { newUser: bo }, noon);
    expect([await found(noon), await found(noon + 10)]).toEqual([["b"], []]);
  });

  test("deleting an account deletes its factors", async () => {
    const { accounts, totp, passkeys, identities } = bench.store;
    const userId = await made(ada);
    await totp.switchOn(userId, { secret: "s", lastStep: 1, createdAt: noon }, ["x"]);
    await identities.link({ issuer: "i", subject: "s", userId, email: ada.email, linkedAt: noon });
    await passkeys.add({
      credentialId: "c",
      userId,
      name: "",
      publicKey: "k",
      algorithm: "ES256",
      counter: 0,
      createdAt: noon,
    });
    await accounts.change(userId, { kind: "delete" }, () => undefined);
    expect([
      await totp.find(userId),
      await passkeys.find("c"),
      await identities.find("i", "s"),
    ]).toEqual([undefined, undefined, undefined]);
    expect(await totp.countRecoveryCodes(userId)).toBe(0);
  });
}
