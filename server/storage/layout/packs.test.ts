import { expect, test } from "vitest";
import { bodyIn, cutIntoPacks, frameOf, framesOf } from "./packs.ts";

const item = (text: string) => ({ body: Buffer.from(text) });

test("every body survives its pack", async () => {
  const texts = ["", "{}", "ünïcode 💥", "x".repeat(100_000), '{"a":1}'];
  const [pack] = cutIntoPacks(texts.map(item));
  const frame = await frameOf(pack!);
  const read = pack!.items.map(({ offset, length }) =>
    bodyIn(frame, pack!.rawBytes, offset, length),
  );
  expect(read).toEqual(texts);
});

test("many packs at once have separate frames", async () => {
  const items = Array.from({ length: 7 }, (_, at) => item(`${at}`.repeat(1 << 21)));
  const packs = cutIntoPacks(items);
  const frames = await framesOf(packs);
  const firsts = packs.map(({ rawBytes }, at) => bodyIn(frames[at]!, rawBytes, 0, 1));
  expect(firsts).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
  expect(await framesOf([])).toEqual([]);
});

test("a pack with only an empty body can be read", async () => {
  const [pack] = cutIntoPacks([item("")]);
  expect(bodyIn(await frameOf(pack!), pack!.rawBytes, 0, 0)).toBe("");
});

test("packs are split by bytes and number, oversized bodies separately", () => {
  const large = item("y".repeat(3 << 20));
  const sizes = (items: { body: Buffer }[]) =>
    cutIntoPacks(items).map(({ items: cut }) => cut.length);
  expect(sizes([])).toEqual([]);
  expect(sizes([item("a"), large, item("b"), item("c")])).toEqual([1, 1, 2]);
  expect(sizes(Array.from({ length: 600 }, () => item("a")))).toEqual([256, 256, 88]);
  expect(sizes(Array.from({ length: 5 }, () => item("z".repeat(1 << 20))))).toEqual([2, 2, 1]);
});
