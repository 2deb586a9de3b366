import { expect, test } from "vitest";
import type { Frame } from "#server/domain/event/error-event.ts";
import { readSourceMap, SourceMap } from "./source-map.ts";
import { sourcePath } from "./source-path.ts";
import { unminify } from "./unminify.ts";

/**
 * One segment per mapping, written by hand: [column, source, line, column, name], 0-based and
 * absolute.
 */
type Segment = [number, number, number, number] | [number, number, number, number, number];
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function vlq(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = "";
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}

function mappingsOf(segments: Segment[]): string {
  let last = [0, 0, 0, 0, 0];
  return segments
    .map((segment) => {
      const text = segment.map((value, field) => vlq(value - last[field]!)).join("");
      last = last.map((value, field) => segment[field] ?? value);
      return text;
    })
    .join(",");
}

const cart = [
  "import { price } from './price';",
  "",
  "export function total(cart) {",
  "  return price(cart.lines[0]);",
  "}",
];
const price = ["export function price(line) {", "  return line.amount;", "}"];

function mapOf(changes: object = {}): SourceMap {
  const json = {
    version: 3,
    sources: ["../src/cart.ts", "../src/price.ts", "../node_modules/fast/index.js"],
    sourcesContent: [cart.join("\n"), price.join("\n"), null],
    names: ["price"],
    // Call of price in total, the throw in price, a library, a position without an entry.
    mappings: mappingsOf([
      [10, 0, 3, 9, 0],
      [40, 1, 1, 14],
      [70, 2, 0, 0],
    ]).replace(/$/, ",gB"),
    ...changes,
  };
  const map = readSourceMap(JSON.stringify(json), "~/assets/index.js.map");
  if (!(map instanceof SourceMap)) throw new Error(map.fault);
  return map;
}

const frame = (name: string, column: number): Frame => ({
  function: name,
  file: "https://shop.example/assets/index.js",
  line: 1,
  column: column + 1,
  inApp: true,
});

test("a stack shows the original file, position, source context, and functions", () => {
  const map = mapOf();
  const [inner, outer] = unminify([frame("Rd", 40), frame("Bd", 10)], () => map);
  expect(inner).toMatchObject({
    function: "price",
    file: "src/price.ts",
    line: 2,
    column: 15,
    inApp: true,
    mapped: true,
    context: { pre: ["export function price(line) {"], line: "  return line.amount;", post: ["}"] },
    minified: { function: "Rd", file: "https://shop.example/assets/index.js", line: 1, column: 41 },
  });
  expect(outer).toMatchObject({ function: "total", file: "src/cart.ts", line: 4 });
});

test("callbacks and module top levels have no name, whatever the build named them", () => {
  const sourcesContent = [
    "[1].map((each) => {\n  throw each;\n});\nstart();",
    price.join("\n"),
    null,
  ];
  const mappings = mappingsOf([
    [10, 0, 1, 2],
    [40, 0, 3, 0],
  ]);
  const map = mapOf({ sourcesContent, mappings });
  const [callback, topLevel] = unminify([frame("Rd", 10), frame("Bd", 40)], () => map);
  expect(callback).not.toHaveProperty("function");
  expect(topLevel).not.toHaveProperty("function");
  expect(unminify([frame("?", 10)], () => map)[0]).toMatchObject({ function: "?" });
});

test("built frames stay if the map has no source or an invalid one", () => {
  const without = mapOf({ sourcesContent: undefined });
  expect(unminify([frame("Rd", 40)], () => without)[0]).toMatchObject({
    function: "Rd",
    mapped: true,
  });
  const noCode = mapOf({ sourcesContent: ["#!/bin/sh\n(((", "if then else fi (", null] });
  expect(unminify([frame("Rd", 40)], () => noCode)[0]).toMatchObject({
    function: "Rd",
    mapped: true,
  });
});

test("packages and ignored sources are not in-app", () => {
  expect(unminify([frame("x", 70)], () => mapOf())[0]).toMatchObject({
    file: "node_modules/fast/index.js",
    inApp: false,
  });
  expect(unminify([frame("Rd", 40)], () => mapOf({ ignoreList: [1] }))[0]).toMatchObject({
    inApp: false,
  });
});

test("unmapped frames stay and have a reason", () => {
  const found = { "no-bundle": "no-bundle", "not-in-map": mapOf() } as const;
  expect(unminify([frame("a", 40)], () => found["no-bundle"])[0]).toEqual({
    ...frame("a", 40),
    unmapped: "no-bundle",
  });
  expect(unminify([frame("a", 5)], () => found["not-in-map"])[0]).toMatchObject({
    unmapped: "not-in-map",
  });
  const { line: _, ...nowhere } = frame("a", 5);
  expect(unminify([nowhere], () => mapOf())[0]).toMatchObject({ unmapped: "no-position" });
  expect(unminify([frame("a", 40)], () => undefined)[0]).toEqual(frame("a", 40));
});

test.each([
  ["../../src/cart.ts", "src/cart.ts"],
  ["webpack://shop/./src/cart.ts?4f2a", "src/cart.ts"],
  ["webpack:///./src/cart.ts", "src/cart.ts"],
  ["https://shop.example/src/cart.ts", "src/cart.ts"],
  ["~/assets/../src/cart.ts", "assets/../src/cart.ts"],
  ["../../../node_modules/@sentry/browser/helpers.js", "node_modules/@sentry/browser/helpers.js"],
  ["/home/me/shop/src/cart.ts", "home/me/shop/src/cart.ts"],
  ["", ""],
])("the source %j is %j", (source, path) => expect(sourcePath(source)).toBe(path));
