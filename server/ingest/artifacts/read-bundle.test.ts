import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readSourceMap, SourceMap } from "#server/domain/source-map/source-map.ts";
import { unminify } from "#server/domain/source-map/unminify.ts";
import { bundleLimits, readBundle } from "./read-bundle.ts";

const debugId = "5f893743-2cd7-4d06-b95b-f56d6842e40f";

function bundleOf(
  manifest: unknown,
  entries: { [path: string]: string | Uint8Array } = {},
): Uint8Array {
  const files = Object.entries({ "manifest.json": JSON.stringify(manifest), ...entries });
  return zipSync(
    Object.fromEntries(
      files.map(([path, it]) => [path, typeof it === "string" ? strToU8(it) : it]),
    ),
  );
}

const source = {
  type: "minified_source",
  url: "~/a.js",
  headers: { "Debug-Id": debugId.toUpperCase(), Sourcemap: "a.js.map" },
};

test("files follow the manifest with header names in any case; others are omitted", () => {
  const bundle = bundleOf(
    { release: "web@1", dist: "7", files: { "x/a.js": source } },
    { "x/a.js": "code", "b.js": "more" },
  );
  expect(readBundle(bundle)).toEqual({
    release: "web@1",
    dist: "7",
    files: [
      {
        kind: "minified_source",
        url: "~/a.js",
        debugId,
        sourceMapUrl: "a.js.map",
        content: strToU8("code"),
      },
    ],
  });
});

test.each([
  ["no archive", strToU8("SYSB and then nothing of the kind"), "not a valid zip archive"],
  ["an archive cut short", bundleOf({ files: {} }).subarray(0, 40), "not a valid zip archive"],
  ["no manifest", zipSync({ "a.js": strToU8("code") }), "manifest.json of the bundle is missing"],
  [
    "a manifest that is no JSON",
    zipSync({ "manifest.json": strToU8("{") }),
    "manifest.json of the bundle is missing",
  ],
  ["a manifest without files", bundleOf({}), "manifest.json of the bundle is missing"],
])("%s gets a message", (_, bytes, words) => {
  expect(readBundle(bytes)).toMatchObject({ fault: expect.stringContaining(words) as string });
});

describe("excess sizes", () => {
  const small = { entries: 3, entryBytes: 1_000, expandedBytes: 1_500 };
  const zeros = (size: number) => new Uint8Array(size);

  test.each([
    ["one large file", { a: zeros(1_001) }, "The maximum per file is"],
    ["many small ones", { a: zeros(1), b: zeros(1), c: zeros(1) }, "more than 3 files"],
    ["too much together", { a: zeros(900), b: zeros(900) }, "unpacks to more than"],
  ])("%s", (_, entries, words) => {
    expect(readBundle(bundleOf({ files: {} }, entries), small)).toMatchObject({
      fault: expect.stringContaining(words) as string,
    });
  });

  test("a declared bomb costs nothing", () => {
    const bomb = bundleOf({ files: { a: source } }, { a: zeros(4 << 20) });
    expect(bomb.length).toBeLessThan(10_000);
    expect(readBundle(bomb, { ...bundleLimits, entryBytes: 3 << 20 })).toMatchObject({
      fault: "“a” unpacks to 4 MiB. The maximum per file is 3 MiB.",
    });
  });

  test("a bomb with a false size gets no more memory than declared", () => {
    const bomb = Buffer.from(bundleOf({ files: { a: source } }, { a: zeros(1 << 20) }));
    // Unpacking relies on the size in the archive's directory.
    const directory = bomb.lastIndexOf(Buffer.from("504b0102", "hex"));
    bomb.writeUInt32LE(100, directory + 24);
    const read = readBundle(bomb);
    const bytes =
      "files" in read ? read.files.reduce((sum, { content }) => sum + content.length, 0) : 0;
    expect(bytes).toBeLessThanOrEqual(100);
  });

  test("a false declaration of 2 GB is refused before allocation", () => {
    const bomb = Buffer.from(bundleOf({ files: { a: source } }, { a: "x" }));
    bomb.writeUInt32LE(0x7fffffff, bomb.lastIndexOf(Buffer.from("504b0102", "hex")) + 24);
    expect(readBundle(bomb, bundleLimits)).toMatchObject({
      fault: expect.stringContaining("2048 MiB") as string,
    });
  });
});

test("path traversal and prototype names are plain names", () => {
  const files = { "../../etc/passwd": source, __proto__: source, "a\0b": source };
  const bundle = bundleOf({ files }, { "../../etc/passwd": "1", "a\0b": "2" });
  expect(readBundle(bundle)).toMatchObject({ files: [{ url: "~/a.js" }, { url: "~/a.js" }] });
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

// A recorded upload, its recorded event, and an independent reading of both, available on some
// machines only.
const captures = fileURLToPath(new URL("../../../../shared/captures/", import.meta.url));
const recorded = `${captures}vite-plugin-11.9.0-multichunk/assembled-bundle.zip`;
if (!existsSync(recorded))
  console.log("Skipped: the recorded sessions (../shared/captures) are not on this machine.");

describe.skipIf(!existsSync(recorded))("a recorded upload", () => {
  test("maps the recorded event to the positions of an independent decoder", () => {
    type Oracle = {
      frames: {
        minified: { filename: string; function: string; lineno: number; colno: number };
        original: { source: string; lineno: number; colno: number; context_line: string };
      }[];
    };
    const path = `${captures}sdk-browser-11.11.0-minified/expected-symbolication.json`;
    const oracle = JSON.parse(readFileSync(path, "utf8")) as Oracle;
    const bundle = readBundle(readFileSync(recorded));
    if ("fault" in bundle) throw new Error(bundle.fault);
    const file = bundle.files.find(({ kind }) => kind === "source_map")!;
    const map = readSourceMap(Buffer.from(file.content).toString("utf8"), "") as SourceMap;
    const frames = oracle.frames
      .toReversed()
      .map(({ minified: { filename, function: name, lineno, colno } }) => ({
        file: filename,
        function: name,
        line: lineno,
        column: colno,
        inApp: true,
      }));
    const mapped = unminify(frames, () => map);
    expect(mapped.map(({ line, column, context }) => [line, column, context?.line])).toEqual(
      oracle.frames.toReversed().map(({ original: o }) => [o.lineno, o.colno, o.context_line]),
    );
    expect(mapped.map(({ function: name, file: source, inApp }) => [name, source, inApp])).toEqual([
      ["firstPrice", "src/pricing.ts", true],
      ["checkout", "src/checkout.ts", true],
      ["?", "src/main.ts", true],
      ["sentryWrapped", "node_modules/@sentry/browser/build/npm/esm/prod/helpers.js", false],
    ]);
  });
});
