import assert from "node:assert/strict";
import { strToU8, zipSync } from "fflate";
import { namedFiles } from "#server/artifacts/form-files.ts";
import { parseFunctions } from "#server/domain/source-map/parse-functions.ts";
import { readSourceMap, SourceMap } from "#server/domain/source-map/source-map.ts";
import { unminify } from "#server/domain/source-map/unminify.ts";
import { bundleLimits, readBundle } from "#server/ingest/artifacts/read-bundle.ts";
import { ofText, type Target } from "#tests/fuzz/target.ts";

const debugId = "5f893743-2cd7-4d06-b95b-f56d6842e40f";
const map = {
  version: 3,
  sources: ["../src/cart.ts", "webpack:///./src/a.ts", null],
  sourcesContent: ["export function total() {\n  throw x;\n}\n", null, null],
  names: ["total", "x"],
  mappings: "AAAA,SAASA,QACP,MAAMC;ACDR,IAAI",
  debugId,
};
/** One function of the first source, by the proposal of ECMA-426. */
const scopes = "BCAAC,BFAHA,CCB,CCA,A,A";
const sections = {
  version: 3,
  sections: [
    { offset: { line: 0, column: 0 }, map },
    { offset: { line: 3, column: 1 }, map },
  ],
};
const script = `!function(){throw x}();\n//# sourceMappingURL=a.js.map\n//# debugId=${debugId}\n`;
const manifest = {
  release: "web@1",
  files: { "a.js": { type: "minified_source", url: "~/a.js", headers: { "debug-id": debugId } } },
};
const bundle = zipSync({
  "manifest.json": strToU8(JSON.stringify(manifest)),
  "a.js": strToU8(script),
});
const stored = zipSync(
  { "manifest.json": strToU8(JSON.stringify(manifest)), "a.js": strToU8(script) },
  { level: 0 },
);
const withSignature = Buffer.concat([Buffer.from("SYSB\u0002\0\0\0"), bundle]);

/** Uploads of build tools and members. */
export const artifactTargets: Target[] = [
  {
    name: "bundle",
    seeds: [bundle, stored, withSignature],
    words: ["PK\u0001\u0002", "PK\u0005\u0006", "manifest.json", "\xff\xff\xff\xff"],
    read: (bytes) => {
      const read = readBundle(bytes);
      if ("fault" in read) return assert.match(read.fault, /\.$/);
      for (const { url, content } of read.files) {
        assert.ok(url.startsWith("~/") || /^[a-z]/i.test(url), `a file at ${url}`);
        assert.ok(content.byteLength <= bundleLimits.entryBytes);
      }
    },
  },
  {
    name: "source map",
    seeds: [
      JSON.stringify(map),
      JSON.stringify({ ...map, scopes }),
      JSON.stringify(sections),
      `)]}'\n${JSON.stringify(map)}`,
    ],
    words: [
      "mappings",
      "sections",
      "sources",
      "sourceRoot",
      ";;;;",
      "AAAA",
      "ggggggggggggD",
      "//////",
      "gggggggggggggE",
    ],
    read: ofText((text) => {
      const read = readSourceMap(text, "~/assets/a.js.map");
      if (!(read instanceof SourceMap)) return assert.ok(read.fault.length > 10);
      for (const [line, column] of [
        [1, 0],
        [1, 20],
        [2, 0],
        [9_999, 9_999],
      ] as const)
        unminify(
          [{ line, column, inApp: true, file: "a.js" }, { inApp: false }] as Parameters<
            typeof unminify
          >[0],
          () => read,
        );
    }),
  },
  {
    name: "original source",
    seeds: [
      "export default class Cart {\n  #sum = () => { throw 1; };\n  get total(): number { return this.#sum(); }\n}\n",
      "const Card = memo(forwardRef<Ref>(({ line = {} }, ref) => <b onClick={() => buy(line)}>{line}</b>));",
      '<template><b>{{ it }}</b></template>\n<script setup lang="ts">\nasync function* total() {}\n</script>\n',
      "exports['with a dash'] = function () { return (() => 1)(); };\nCart.prototype.total = async () => {};\n",
    ],
    words: [
      "class",
      "=>",
      "`${",
      "/*",
      "@sealed",
      "<script>",
      "</script>",
      "<T,>",
      "((((((((",
      "async",
      "/(?<a>/",
    ],
    read: ofText((text) => {
      for (const file of ["a.js", "a.vue"])
        for (const { start, end, name } of parseFunctions(text, file) ?? []) {
          assert.ok(
            start.line < end.line || (start.line === end.line && start.column <= end.column),
          );
          assert.ok(name === undefined || typeof name === "string");
        }
    }),
  },
  {
    name: "files chosen by hand",
    seeds: [
      script,
      JSON.stringify(map),
      script.replace("a.js.map", `data:application/json;base64,${btoa(JSON.stringify(map))}`),
    ],
    words: [
      "//# sourceMappingURL=",
      "//# debugId=",
      "data:application/json;base64,",
      "data:,",
      "%zz",
    ],
    read: (content) => {
      for (const name of ["a.js", "a.js.map"]) namedFiles([{ name, content }], "~/assets");
    },
  },
];
