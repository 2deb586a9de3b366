import { expect, test } from "vitest";
import type { TraceId } from "#server/domain/ids.ts";
import type { ShareTarget } from "#server/domain/share/share.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { newProject } from "#tests/storage/sample.ts";

/** Share links: found by hash, listed by object. */
export function shareContract(bench: Bench): void {
  const traceId = "a".repeat(32) as TraceId;
  const target: ShareTarget = { kind: "trace", traceId };

  async function filled() {
    const { store } = bench;
    const [project, other] = [await newProject(store), await newProject(store)];
    const person = {
      email: "ada@example.com",
      name: "Ada",
      role: "member" as const,
      passwordHash: "$",
      createdAt: 1,
    };
    const user = await store.people.create(person);
    if (user === "taken") throw new Error("the place is not empty");
    const share = {
      tokenHash: "hash",
      projectId: project.id,
      target,
      madeBy: user.id,
      createdAt: 5,
    };
    return { store, project, other, user, share };
  }

  test("a share is found by its hash in any state, and by its project only", async () => {
    const { store, project, other, share } = await filled();
    const made = await store.shares.create({ ...share, expiresAt: 6 });
    expect(made).toMatchObject({ projectId: project.id, target, createdAt: 5, expiresAt: 6 });
    expect(made).not.toHaveProperty("tokenHash");
    expect(await store.shares.find("hash")).toEqual(made);
    expect(await store.shares.find("other")).toBeUndefined();
    expect(await store.shares.remove(other.id, made.id)).toBeUndefined();
    expect(await store.shares.remove(project.id, made.id)).toEqual(made);
    expect(await store.shares.find("hash")).toBeUndefined();
  });

  test("shares are listed newest first, by project or object, and outlive their creator", async () => {
    const { store, project, other, user, share } = await filled();
    const elsewhere = { kind: "trace", traceId: "b".repeat(32) as TraceId } as const;
    const first = await store.shares.create(share);
    const second = await store.shares.create({ ...share, tokenHash: "hash 2", target: elsewhere });
    const ids = async (...asked: Parameters<typeof store.shares.list>) =>
      (await store.shares.list(...asked)).map(({ id }) => id);
    expect(await ids(project.id)).toEqual([second.id, first.id]);
    expect(await ids(project.id, target)).toEqual([first.id]);
    expect(await ids(other.id)).toEqual([]);
    expect((await store.shares.list(project.id))[0]).toMatchObject({ madeByName: "Ada" });
    await store.accounts.change(user.id, { kind: "delete" }, () => undefined);
    const [orphan] = await store.shares.list(project.id);
    expect(orphan).toMatchObject({ id: second.id });
    expect(orphan).not.toHaveProperty("madeBy");
  });
}
