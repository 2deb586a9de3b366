import { expect, test } from "vitest";
import { boundedBody } from "./bounded-body.ts";

async function* endless(read: { parts: number }): AsyncGenerator<Uint8Array> {
  for (;;) {
    read.parts += 1;
    yield new Uint8Array(10);
  }
}

test("what announces too much is not read; what lies about it is read no further than the limit", async () => {
  const read = { parts: 0 };
  expect(await boundedBody(endless(read), "101", 100)).toBeUndefined();
  expect(read.parts).toBe(0);
  expect(await boundedBody(endless(read), "5", 100)).toBeUndefined();
  expect(read.parts).toBe(11);
});

test("a body within the limit is whole, whether it says its length or not", async () => {
  const body = new Response("hello").body!;
  expect(Buffer.from((await boundedBody(body, null, 100))!).toString()).toBe("hello");
  expect(await boundedBody(null, null, 100)).toHaveLength(0);
});
