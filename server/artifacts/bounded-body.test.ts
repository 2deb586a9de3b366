import { expect, test } from "vitest";
import { boundedBody } from "./bounded-body.ts";

async function* parts(count: number, read: { bytes: number }): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < count; part++) {
    read.bytes += 10;
    yield new Uint8Array(10);
  }
}

test("an oversized body is read to its end and refused, not stored", async () => {
  for (const announced of ["1000", "5", null]) {
    const read = { bytes: 0 };
    expect(await boundedBody(parts(100, read), announced, 100)).toBeUndefined();
    expect(read.bytes).toBe(1_000);
  }
});

test("an endless body is read for a limited time", async () => {
  const read = { bytes: 0 };
  expect(await boundedBody(parts(1_000_000, read), null, 100, 500)).toBeUndefined();
  expect(read.bytes).toBe(510);
});

test("a body within the limit is read completely with or without a length", async () => {
  const body = new Response("hello").body!;
  expect(Buffer.from((await boundedBody(body, null, 100))!).toString()).toBe("hello");
  expect(await boundedBody(parts(10, { bytes: 0 }), "100", 100)).toHaveLength(100);
  expect(await boundedBody(null, null, 100)).toHaveLength(0);
});
