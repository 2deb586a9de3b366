import { expect, test } from "vitest";
import { readSourceMap, SourceMap } from "./source-map.ts";

// The rules of ECMA-426 (decoding source maps), case by case, each changing one valid map.
const sound = {
  version: 3,
  sources: ["a.ts"],
  names: ["total"],
  mappings: "AAAAA,IACEA",
  sourcesContent: ["let total\n  = 1"],
};
const read = (changes: object) =>
  readSourceMap(JSON.stringify({ ...sound, ...changes }), "https://shop.example/js/a.js.map");
const plain = (changes: object = {}) => ({ ...sound, ...changes });

test.each([
  ["no version", { version: undefined }],
  ["a version in quotes", { version: "3" }],
  ["a version of the future", { version: 4 }],
  ["no mappings", { mappings: undefined }],
  ["mappings that are a list", { mappings: [] }],
  ["a digit that is none", { mappings: "A!AA" }],
  ["padding", { mappings: "AAAA=" }],
  ["another separator", { mappings: "AAAA.AAAA" }],
  ["no sources", { sources: undefined }],
  ["sources that are numbers", { sources: [1] }],
  ["content that is a number", { sourcesContent: [1] }],
  ["names that are an object", { names: {} }],
  ["names that are numbers", { names: [1] }],
  ["a root that is a number", { sourceRoot: 1 }],
  ["sections and mappings", { sections: [] }],
  ["sections that are no list", { sections: {}, mappings: undefined }],
  ["a section without offset", { sections: [{ map: plain() }], mappings: undefined }],
  [
    "an offset without column",
    { sections: [{ offset: { line: 0 }, map: plain() }], mappings: undefined },
  ],
  [
    "a section without map",
    { sections: [{ offset: { line: 0, column: 0 } }], mappings: undefined },
  ],
  [
    "sections out of order",
    {
      sections: [
        { offset: { line: 1, column: 0 }, map: plain() },
        { offset: { line: 0, column: 0 }, map: plain() },
      ],
      mappings: undefined,
    },
  ],
])("%s is refused with a message", (_, changes) => {
  const map = read(changes);
  expect(map).not.toBeInstanceOf(SourceMap);
  expect((map as { fault: string }).fault).toMatch(/^(?:It|Its|A section) .*\.$/);
});

// Deliberately ignored by the decoder: otherwise, a useful map would be refused for an unimportant
// field.
test.each([
  ["a file that is a number", { file: 1 }],
  ["an ignore list of texts", { ignoreList: ["a.ts"] }],
  ["an ignore list that points nowhere", { ignoreList: [7] }],
])("%s is accepted", (_, changes) => {
  const map = read(changes) as SourceMap;
  expect(map.find(1, 1)).toMatchObject({
    source: "https://shop.example/js/a.ts",
    line: 1,
    column: 1,
    ignored: false,
  });
});

// Also not refused as a whole: the decoder keeps valid segments, and an invalid one is a position
// without an original.
test.each([
  ["a source that is not there", "ACAA"],
  ["a source before the first", "ADAA"],
  ["a line before the first", "AADA"],
  ["a column before the first", "AAAD"],
  ["one field", "A"],
])("a segment with %s maps nothing", (_, mappings) => {
  expect((read({ mappings }) as SourceMap).find(1, 1)).toBeUndefined();
});

// Ignored: the decoder treats missing fields as no change, which can't be detected.
test.each([
  ["two", "AA"],
  ["three", "AAA"],
])("a segment of %s fields is read as one of four", (_, mappings) => {
  expect((read({ mappings }) as SourceMap).find(1, 1)).toMatchObject({ line: 1, column: 1 });
});

test("a missing name leaves the position mapped", () => {
  expect((read({ mappings: "AAAAC" }) as SourceMap).find(1, 1)).toEqual({
    source: "https://shop.example/js/a.ts",
    sourceIndex: 0,
    line: 1,
    column: 1,
    ignored: false,
  });
});

test("positions between segments belong to the previous one", () => {
  const map = read({ mappings: "IAAAA,IACE" }) as SourceMap;
  expect(map.find(1, 1)).toBeUndefined();
  expect(map.find(1, 8)).toMatchObject({ line: 1, column: 1, name: "total" });
  expect(map.find(1, 9)).toMatchObject({ line: 2, column: 3 });
  expect(map.find(2, 1)).toBeUndefined();
  expect(map.find(0, 1)).toBeUndefined();
});

test("sections start at their offset, with their own sources, content, and ignore list", () => {
  const section = (line: number, name: string, more: object = {}) => ({
    offset: { line, column: 0 },
    map: { ...sound, sources: [name], ...more },
  });
  const sections = [
    section(0, "a.ts"),
    section(1, "b.ts", { ignoreList: [0], sourcesContent: [null] }),
  ];
  const map = read({ mappings: undefined, sources: undefined, sections }) as SourceMap;
  expect(map.find(1, 5)).toMatchObject({
    source: "https://shop.example/js/a.ts",
    line: 2,
    ignored: false,
  });
  const second = map.find(2, 1)!;
  expect(second).toMatchObject({ source: "https://shop.example/js/b.ts", line: 1, ignored: true });
  expect(map.linesOf(second)).toBeUndefined();
  expect(map.linesOf(map.find(1, 1)!)).toEqual(["let total", "  = 1"]);
});

test("a prefix against script inclusion is skipped; invalid JSON is refused", () => {
  expect(readSourceMap(`)]}'\n${JSON.stringify(sound)}`, "")).toBeInstanceOf(SourceMap);
  expect(readSourceMap("<html>", "")).toMatchObject({
    fault: expect.stringContaining("cannot be read") as string,
  });
});
