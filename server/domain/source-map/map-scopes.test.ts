import { expect, test } from "vitest";
import { enclosingFunction } from "./function-ranges.ts";
import { functionsByScopes } from "./map-scopes.ts";
import { readSourceMap, type SourceMap } from "./source-map.ts";

// Written by @chrome-devtools/source-map-scopes-codec 0.9.0, the implementation in Chrome: cart.ts
// has total (lines 3 to 6) with an anonymous function in it, data.ts has no scopes, price.ts has
// price (lines 1 to 3).
const encoded = {
  names: ["price", "module", "total", "function", "cart", "block"],
  scopes: "BCAAC,BHCHEE,DI,BCAXE,BGBMF,CAc,CCB,CAA,CEA,A,BCAAF,BHAHFE,CCB,CCA,EAA,F6C",
};

test("functions are read from a map's scopes, per source", () => {
  const [cart, data, price] = functionsByScopes(encoded.scopes, encoded.names);
  expect(cart).toEqual([
    { start: { line: 4, column: 13 }, end: { line: 4, column: 41 } },
    { start: { line: 3, column: 8 }, end: { line: 6, column: 2 }, name: "total" },
  ]);
  expect(data).toBeUndefined();
  expect(price).toEqual([
    { start: { line: 1, column: 8 }, end: { line: 3, column: 2 }, name: "price" },
  ]);
  expect(enclosingFunction(cart!, { line: 5, column: 3 })).toEqual({
    kind: "function",
    name: "total",
  });
  expect(enclosingFunction(cart!, { line: 4, column: 20 })).toEqual({ kind: "function" });
  expect(enclosingFunction(cart!, { line: 9, column: 1 })).toEqual({ kind: "module" });
});

test("a map's scopes take precedence over its source text", () => {
  const text = "export function written() {\n  throw 1;\n}\n";
  const map = readSourceMap(
    JSON.stringify({
      version: 3,
      sources: ["price.ts"],
      sourcesContent: [text],
      mappings: "AACE",
      ...one,
    }),
    "",
  ) as SourceMap;
  const place = map.find(1, 1)!;
  expect(map.functionsOf(place)).toEqual([
    { start: { line: 1, column: 8 }, end: { line: 3, column: 2 }, name: "price" },
  ]);
});

const one = { names: ["price", "module"], scopes: "BCAAC,BFAHA,CCB,CCA" };

test.each([
  ["a character that is no digit", "BC!AC,CEA"],
  ["a value without its end", "BCAAg"],
  ["an end without a start", "CEA"],
])("%s: no functions, and no error", (_, scopes) =>
  expect(functionsByScopes(scopes, [])).toEqual([]),
);

test("a missing name has no name", () => {
  expect(functionsByScopes("BFAAC,CEA", [])).toEqual([
    [{ start: { line: 1, column: 1 }, end: { line: 5, column: 1 } }],
  ]);
});
