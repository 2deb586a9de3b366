import { expect, test } from "vitest";
import { createHashingLane } from "./hashing-lane.ts";

const stranger = (name: string) => ({ name, known: false });
const busy = { problem: "unavailable", retryAfterS: 3 };

function slow() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, finish: resolve };
}

test("hashes run one by one in order, also after a failure", async () => {
  const lane = createHashingLane();
  const order: number[] = [];
  let running = 0;
  const work = (number: number) => async () => {
    order.push(number + running++ / 10);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (number === 2) throw new Error("2");
    return number;
  };
  const all = await Promise.allSettled(
    [1, 2, 3].map((number) => lane(stranger("a"), work(number))),
  );
  expect(order).toEqual([1, 2, 3]);
  expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("addresses have a share, the queue a limit, and known devices pass", async () => {
  const lane = createHashingLane({ places: 3, perSource: 2 });
  const { work, finish } = slow();
  const waiting = [lane(stranger("a"), work), lane(stranger("a"), work)];
  expect(await lane(stranger("a"), work)).toMatchObject(busy);
  waiting.push(lane(stranger("b"), work));
  expect(await lane(stranger("c"), work)).toMatchObject(busy);
  const known = lane({ name: "laptop", known: true }, async () => "in");
  finish();
  expect(await known).toBe("in");
  await Promise.all(waiting);
  expect(await lane(stranger("a"), async () => "again")).toBe("again");
});
