import { expect, test } from "vitest";
import { findOperation, type Operation, pageOfDataPath } from "./operations.ts";

const operation = (kind: Operation["kind"], ...paths: string[]): Operation => ({
  kind,
  patterns: new Map(paths.map((path) => [path, undefined])),
  steps: 0,
});

test("a loader belongs to the newest caller of its path", () => {
  const older = operation("fetcher-load", "/cart");
  const newer = operation("fetcher-load", "/cart");
  expect(findOperation([older, newer, operation("navigation", "/shop")], "/cart")).toBe(newer);
});

test("a path without a caller is a navigation's redirect target", () => {
  const navigation = operation("navigation", "/old");
  expect(findOperation([navigation, operation("fetcher-submit", "/cart")], "/new")).toBe(
    navigation,
  );
});

test("without a navigation it is revalidation after a fetcher's action", () => {
  const submit = operation("fetcher-submit", "/cart");
  expect(findOperation([submit, operation("fetcher-load", "/peek")], "/page")).toBe(submit);
});

test("a relative fetcher call gets the first unclaimed matching step", () => {
  const relative = operation("fetcher-load");
  expect(findOperation([relative], "/shop/cart")).toBe(relative);
  expect(
    findOperation([operation("fetcher-load", "/peek")], "/page"),
    "the router went by itself",
  ).toBeUndefined();
});

test("single-fetch requests name their page", () => {
  expect(pageOfDataPath("/shop/cart.data")).toBe("/shop/cart");
  expect(pageOfDataPath("/_.data")).toBe("/");
  expect(pageOfDataPath("/shop/_.data")).toBe("/shop/");
  expect(pageOfDataPath("/shop/cart")).toBeUndefined();
});
