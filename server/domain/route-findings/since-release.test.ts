import { expect, test } from "vitest";
import { drawn, loader, query } from "./drawn-requests.fixture.ts";
import { findIn } from "./find.ts";
import { type RequestsOfRelease, sinceRelease } from "./since-release.ts";

const cart = (calls: string) =>
  drawn(`GET /cart 0-300 server\n  loader routes/cart 5-290 ${loader("routes/cart")}\n${calls}`);
const sequential = () =>
  cart(`    user 10-110 ${query("SELECT_user")}\n    cart 110-280 ${query("SELECT_cart")}`);
const parallel = () =>
  cart(`    user 10-110 ${query("SELECT_user")}\n    cart 10-180 ${query("SELECT_cart")}`);
const uninstrumented = () => cart("");
const [run] = findIn([sequential()]).serial;

const of = (
  release: string,
  draw: () => ReturnType<typeof cart>,
  count = 20,
): RequestsOfRelease => ({
  release,
  requests: Array.from({ length: count }, draw),
});
const since = (...releases: RequestsOfRelease[]) => sinceRelease(run!, releases);

test("a pattern began with the first of the newer releases that have it", () => {
  expect(since(of("3", sequential), of("2", sequential, 2), of("1", parallel))).toBeUndefined();
  expect(since(of("3", sequential), of("2", sequential), of("1", parallel))).toBe("2");
  expect(since(of("2", sequential), of("1", parallel))).toBe("2");
});

test("an uncertain release is not named", () => {
  // In every known release, or gone from the newest.
  expect(since(of("2", sequential), of("1", sequential))).toBeUndefined();
  expect(since(of("3", parallel), of("2", sequential), of("1", parallel))).toBeUndefined();
  // Too few requests on either side, or none whose calls were recorded.
  expect(since(of("2", sequential, 5), of("1", parallel))).toBeUndefined();
  expect(since(of("2", sequential), of("1", parallel, 5))).toBeUndefined();
  expect(since(of("2", sequential), of("1", uninstrumented))).toBeUndefined();
  expect(since(of("2", sequential), of("1", parallel, 0))).toBeUndefined();
  expect(since()).toBeUndefined();
});

test("two of its calls in sequence are similar enough to have been there before", () => {
  const three = () =>
    cart(
      `    user 10-60 ${query("SELECT_user")}\n    cart 60-180 ${query("SELECT_cart")}\n    tax 180-280 ${query("SELECT_tax")}`,
    );
  const [longer] = findIn([three()]).serial;
  expect(sinceRelease(longer!, [of("2", three), of("1", sequential)])).toBeUndefined();
  expect(sinceRelease(longer!, [of("2", three), of("1", parallel)])).toBe("2");
});

test("a repeated query is found again by its label", () => {
  const repeated = () =>
    cart(
      [10, 70, 130, 190]
        .map((at) => `    p ${at}-${at + 50} ${query("SELECT_products")}`)
        .join("\n"),
    );
  const [repeat] = findIn([repeated()]).repeats;
  const releases = [of("2", repeated), of("1", parallel)];
  expect(sinceRelease(repeat!, releases)).toBe("2");
  expect(sinceRelease(repeat!, [of("2", repeated), of("1", repeated)])).toBeUndefined();
});
