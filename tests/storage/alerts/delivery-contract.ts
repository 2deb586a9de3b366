import { expect, test } from "vitest";
import { messageOf } from "#server/domain/delivery/delivery.ts";
import type { AlertRuleId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { NewDelivery } from "#server/storage/alerts/delivery-store.ts";
import type { Lane, WaitingLane } from "#server/storage/alerts/notice-store.ts";
import type { Store } from "#server/storage/store.ts";
import type { Bench } from "#tests/storage/contract.ts";
import { sampleNotice } from "./notice-contract.ts";
import { newProject, noon } from "#tests/storage/sample.ts";

const bounds = { leaseMs: 60_000, limit: 100, perReceiver: 100 };

// Includes a character that not every database accepts, as members may type it.
const toWebhook = (name: string, receiver = "hooks"): NewDelivery => ({
  messageId: name,
  receiver,
  target: { kind: "webhook", url: "https://hooks.example/\0", sealedSecret: "s" },
});

/** A member with notices. */
async function memberLane(store: Store, keys: string[]): Promise<Lane> {
  const project = await newProject(store);
  const email = `${project.slug}@example.com`;
  const user = { email, name: "Ada", role: "owner", passwordHash: "", createdAt: noon } as const;
  const made = await store.people.create(user);
  const lane = {
    to: { kind: "person", userId: (made as { id: UserId }).id },
    projectId: project.id,
    isTest: false,
  } as const;
  await addNotices(store, lane, keys);
  return lane;
}

const addNotices = (store: Store, { to, projectId }: Lane, keys: string[]) =>
  store.notices.add(
    keys.map((key, at) => ({
      ...sampleNotice(projectId, `${projectId} ${key}`),
      to,
      at: noon + at,
    })),
  );

/** Plans all waiting notices of the lane like the job. */
async function planAll(
  store: Store,
  lane: Lane,
  deliveries: NewDelivery[],
  at = noon,
): Promise<void> {
  const waiting = await store.notices.waiting();
  const { lastId, count } = waiting.find(({ projectId }) => projectId === lane.projectId)!;
  const notices = await store.notices.unplanned(lane, { lastId, limit: 20 });
  const message = messageOf(
    notices.map(({ notice }) => notice),
    notices.length,
  );
  await store.deliveries.plan({ lane, lastId, count, at, message, deliveries });
}

export function deliveryContract(bench: Bench): void {
  test("pending notices are listed by lane, tests apart, and planned once with their deliveries", async () => {
    const { store } = bench;
    const lane = await memberLane(store, ["one", "two"]);
    const test = { ...sampleNotice(lane.projectId, `${lane.projectId} test`), to: lane.to };
    await store.notices.add([{ ...test, notice: { ...test.notice, kind: "test" } }]);
    const waiting = await store.notices.waiting();
    expect(waiting).toMatchObject([
      { ...lane, count: 2, firstAt: noon },
      { ...lane, isTest: true, count: 1 },
    ]);
    const { lastId } = waiting[0]!;
    const both = await store.notices.unplanned(lane, { lastId, limit: 20 });
    expect(both.map(({ key }) => key)).toEqual([`${lane.projectId} one`, `${lane.projectId} two`]);
    expect(both[0]).toMatchObject({
      to: lane.to,
      projectId: lane.projectId,
      notice: { kind: "issue-new" },
    });

    await addNotices(store, lane, ["later"]);
    const plan = { lane, lastId, count: 2, at: noon + 5, message: messageOf([both[0]!.notice], 2) };
    await store.deliveries.plan({ ...plan, deliveries: [toWebhook("a"), toWebhook("b")] });
    await store.deliveries.plan({ ...plan, deliveries: [toWebhook("c")] });
    expect((await store.notices.waiting()).map(({ isTest, count }) => [isTest, count])).toEqual([
      [false, 1],
      [true, 1],
    ]);
    expect(await store.deliveries.sentAt(lane, noon)).toEqual([noon + 5]);
    expect(await store.deliveries.sentAt(lane, noon + 6)).toEqual([]);
    const { rows } = await store.deliveries.list({ limit: 10 });
    expect(rows.map(({ messageId, message: { more } }) => [messageId, more])).toEqual([
      ["b", 1],
      ["a", 1],
    ]);
    expect(rows[0]).toMatchObject({
      state: { state: "pending", dueAt: noon + 5 },
      tries: 0,
      createdAt: noon + 5,
    });
  });

  test("of two simultaneous plans, only one is stored", async () => {
    const stores = [bench.store, await bench.another()];
    const lane = await memberLane(bench.store, ["one"]);
    const before = await bench.store.notices.waiting();
    await addNotices(bench.store, lane, ["two"]);
    const after = await bench.store.notices.waiting();
    const plan = (store: Store, [waiting]: WaitingLane[], name: string) =>
      store.deliveries.plan({
        lane,
        lastId: waiting!.lastId,
        count: waiting!.count,
        at: noon,
        message: messageOf([sampleNotice(lane.projectId, "").notice], waiting!.count),
        deliveries: [toWebhook(name)],
      });
    await Promise.all([plan(stores[0]!, before, "a"), plan(stores[1]!, after, "b")]);
    const { rows } = await bench.store.deliveries.list({ limit: 9 });
    const waiting = (await bench.store.notices.waiting()).map(({ count }) => count);
    expect([rows.map(({ messageId }) => messageId), waiting]).toEqual(
      rows[0]!.messageId === "a" ? [["a"], [1]] : [["b"], []],
    );
  });

  test("a claim is an exclusive lease that its holder settles once", async () => {
    const { store } = bench;
    const other = await bench.another();
    const lane = await memberLane(store, ["one"]);
    await planAll(store, lane, [toWebhook("a"), toWebhook("b")]);
    expect(await store.deliveries.claim(noon - 1, bounds)).toEqual([]);
    const [a] = await store.deliveries.claim(noon, { ...bounds, limit: 1 });
    const [b] = await other.deliveries.claim(noon, bounds);
    expect([a, b]).toMatchObject([
      { messageId: "a", tries: 1, since: noon },
      { messageId: "b", tries: 1 },
    ]);
    expect(await store.deliveries.claim(noon + 59_999, bounds)).toEqual([]);

    await store.deliveries.settle(
      a!,
      { state: "retrying", dueAt: noon + 200_000 },
      "It answered 503.",
    );
    const [anew] = await store.deliveries.claim(noon + 60_000, bounds);
    expect(anew).toMatchObject({ messageId: "b", tries: 2 });
    await other.deliveries.settle(b!, { state: "failed", at: noon }, "too late");
    await store.deliveries.settle(
      anew!,
      { state: "delivered", at: noon + 60_001 },
      "It answered 200.",
    );
    const { rows } = await store.deliveries.list({ limit: 10 });
    expect(rows.map(({ state, answer }) => [state, answer])).toEqual([
      [{ state: "delivered", at: noon + 60_001 }, "It answered 200."],
      [{ state: "retrying", dueAt: noon + 200_000 }, "It answered 503."],
    ]);
  });

  test("unfinished deliveries are released by their holder or the next process", async () => {
    const { store } = bench;
    const lane = await memberLane(store, ["one"]);
    await planAll(store, lane, [toWebhook("a")]);
    await store.deliveries.release(await store.deliveries.claim(noon, bounds));
    expect(await store.deliveries.claim(noon, bounds)).toMatchObject([{ tries: 1 }]);
    await store.deliveries.recover();
    expect(await store.deliveries.claim(noon, bounds)).toMatchObject([{ tries: 2 }]);
  });

  test("each receiver has a limited number of open deliveries and delays no other", async () => {
    const { store } = bench;
    const lane = await memberLane(store, ["one"]);
    const slow = Array.from({ length: 50 }, (_, index) => toWebhook(`slow ${index}`, "slow"));
    await planAll(store, lane, [...slow, toWebhook("quick", "quick")]);
    const few = { ...bounds, perReceiver: 2 };
    const claimed = await store.deliveries.claim(noon, few);
    expect(claimed.map(({ messageId }) => messageId)).toEqual(["slow 0", "slow 1", "quick"]);
    expect(await store.deliveries.claim(noon, few)).toEqual([]);
    await store.deliveries.settle(claimed[0]!, { state: "delivered", at: noon }, "");
    expect(await store.deliveries.claim(noon, few)).toMatchObject([{ messageId: "slow 2" }]);
  });

  test("concurrent claims respect the receiver's limit and never overlap", async () => {
    const stores = [bench.store, await bench.another(), await bench.another()];
    const lane = await memberLane(bench.store, ["one"]);
    const receivers = ["a", "b", "c"];
    const each = receivers.flatMap((name) =>
      Array.from({ length: 20 }, (_, index) => toWebhook(`${name} ${index}`, name)),
    );
    await planAll(bench.store, lane, each);
    const few = { leaseMs: 60_000, limit: 4, perReceiver: 5 };
    const claims = Array.from({ length: 9 }, (_, turn) =>
      stores[turn % 3]!.deliveries.claim(noon, few),
    );
    const claimed = (await Promise.all(claims)).flat().map(({ messageId }) => messageId);
    expect(new Set(claimed).size).toBe(claimed.length);
    const byReceiver = Map.groupBy(claimed, (name) => name[0]!);
    expect(receivers.map((name) => byReceiver.get(name)?.length)).toEqual([5, 5, 5]);
  });

  test("members retry failed deliveries and cancel pending ones, but not those in progress", async () => {
    const { store } = bench;
    const lane = await memberLane(store, ["one"]);
    const { projectId } = lane;
    await planAll(store, lane, [toWebhook("a")]);
    const [held] = await store.deliveries.claim(noon, bounds);
    const { id } = held!;
    expect(await store.deliveries.cancel(projectId, id, noon, "Cancelled.")).toBe(false);
    await store.deliveries.settle(held!, { state: "failed", at: noon }, "It answered 404.");
    expect(await store.deliveries.cancel(projectId, id, noon, "Cancelled.")).toBe(false);
    expect(await store.deliveries.retry((projectId + 1) as ProjectId, id, noon)).toBe(false);
    expect(await store.deliveries.retry(projectId, id, noon + 9)).toBe(true);
    expect(await store.deliveries.cancel(projectId, id, noon + 10, "Cancelled.")).toBe(true);
    expect(await store.deliveries.counts(noon)).toEqual([
      { kind: "webhook", pending: 0, retrying: 0, delivered: 0, failed: 1 },
    ]);
    expect(await store.deliveries.retryFailed(noon, noon + 20)).toBe(1);
    expect(await store.deliveries.claim(noon + 20, bounds)).toMatchObject([
      { id, since: noon + 20 },
    ]);
  });

  test("lists are paged, and old messages are deleted with their deliveries", async () => {
    const { store } = bench;
    const lane = await memberLane(store, ["one"]);
    await planAll(store, lane, [toWebhook("a"), toWebhook("b"), toWebhook("c")]);
    const first = await store.deliveries.list({ limit: 2 });
    const rest = await store.deliveries.list({
      limit: 2,
      ...(first.next !== undefined && { cursor: first.next }),
    });
    expect([...first.rows, ...rest.rows].map(({ messageId }) => messageId)).toEqual([
      "c",
      "b",
      "a",
    ]);
    expect(rest.next).toBeUndefined();
    expect((await store.deliveries.list({ state: "failed", limit: 9 })).rows).toEqual([]);
    expect((await store.deliveries.list({ ruleId: 4_711 as AlertRuleId, limit: 9 })).rows).toEqual(
      [],
    );
    await store.deliveries.evict(noon);
    expect((await store.deliveries.list({ limit: 9 })).rows).toHaveLength(3);
    await store.deliveries.evict(noon + 1);
    expect((await store.deliveries.list({ limit: 9 })).rows).toEqual([]);
  });
}
