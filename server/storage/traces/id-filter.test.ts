import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { hashOfId, IdFilter } from "./id-filter.ts";

const bucket = 4_096;

test.each([
  { kind: "random ids", id: () => randomBytes(16) },
  {
    kind: "ids that count",
    id: (number: number) => Buffer.from(String(number).padStart(32, "0"), "hex"),
  },
  {
    kind: "ids that begin alike",
    id: (number: number) => Buffer.concat([Buffer.alloc(8, 7), digestOf(number)]),
  },
])("a $kind filter contains all added IDs and few others", ({ id }) => {
  const filter = new IdFilter(bucket);
  const ids = Array.from({ length: 3 * bucket }, (_, number) => hashOfId(id(number)));
  for (const added of ids.slice(0, bucket)) filter.add(added);
  expect(ids.slice(0, bucket).every((added) => filter.mayHave(added))).toBe(true);
  const taken = ids.slice(bucket).filter((other) => filter.mayHave(other)).length;
  expect(taken / (2 * bucket)).toBeLessThan(0.01);
});

test("an empty filter contains none", () => {
  expect(new IdFilter(bucket).mayHave(hashOfId(randomBytes(16)))).toBe(false);
});

const digestOf = (number: number) =>
  createHash("md5").update(String(number)).digest().subarray(0, 8);
