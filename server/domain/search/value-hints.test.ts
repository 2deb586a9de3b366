import { expect, test } from "vitest";
import { askedValues, hintsOn } from "./value-hints.ts";

const known = new Map(["production", "staging", "two words"].map((each) => [each, each]));
const hints = (text: string, others?: string[]) =>
  askedValues(text).flatMap((token) =>
    hintsOn(text, token, known, others).map(({ query }) => query),
  );

test.each([
  ["environment:prod cart", ["environment:production cart"]],
  ['a (environment:"prod" OR is:new)', ["a (environment:production OR is:new)"]],
  ["environment:[prod,staging]", ["environment:[production,staging]"]],
  ["environment:two", ['environment:"two words"']],
  ["environment:production", []],
  ["environment:Production", []],
  ["!environment:prod", []],
  ["environment:prod*", []],
  ["environment:>5", []],
])("%s is corrected to %j", (text, corrected) => expect(hints(text)).toEqual(corrected));

test("existing values are suggested if nothing is similar", () => {
  expect(hints("release:9.9", ["production"])).toEqual(["release:production"]);
  expect(hints("release:prod", ["staging"])).toEqual(["release:production"]);
});
