import { expect, test } from "vitest";
import { namedFiles } from "./form-files.ts";

const id = "5f893743-2cd7-4d06-b95b-f56d6842e40f";
const file = (name: string, text: string) => ({ name, content: new Uint8Array(Buffer.from(text)) });
const map = (more = "") => `{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"${more}}`;
const named = (...files: ReturnType<typeof file>[]) => {
  const outcome = namedFiles(files, "~/assets/");
  if ("fault" in outcome) throw new Error(outcome.fault);
  return outcome.named.map((each) =>
    Object.fromEntries(Object.entries(each).filter(([name]) => name !== "content")),
  );
};

test("a script and its map are identified by URL or debug ID", () => {
  const script = file(
    "a-4f2a.js",
    `throw 1\n//# sourceMappingURL=a-4f2a.js.map\n//# debugId=${id}`,
  );
  const expected = [
    {
      kind: "minified_source",
      url: "~/assets/a-4f2a.js",
      debugId: id,
      sourceMapUrl: "a-4f2a.js.map",
    },
    { kind: "source_map", url: "~/assets/a-4f2a.js.map", debugId: id },
  ];
  expect(named(script, file("a-4f2a.js.map", map()))).toEqual(expected);
  const bare = file("a-4f2a.js", "throw 1\n//# sourceMappingURL=a-4f2a.js.map\n");
  expect(named(bare, file("a-4f2a.js.map", map(`,"debug_id":"${id}"`)))).toEqual(expected);
});

test("an inline map is stored as its own file", () => {
  const url = `data:application/json;base64,${Buffer.from(map()).toString("base64")}`;
  expect(named(file("a.js", `throw 1\n//# sourceMappingURL=${url}\n`))).toEqual([
    { kind: "minified_source", url: "~/assets/a.js" },
    { kind: "source_map", url: "~/assets/a.js.map" },
  ]);
});

test.each([
  ["../../../etc/passwd.map", "~/assets/passwd.map"],
  ["C:\\build\\a.js.map", "~/assets/a.js.map"],
  ["a b.js.map", "~/assets/a b.js.map"],
])("%s is a name, never a path", (name, url) => expect(named(file(name, map()))[0]!.url).toBe(url));

test.each([
  ["nothing", [], "Select the .js files"],
  ["scripts alone", [file("a.js", "x")], "These files include no source map"],
  ["a picture", [file("a.png", "x")], "a.png is neither a script"],
  ["a map that is none", [file("a.js.map", "{")], "a.js.map is not a valid source map."],
  ["a map of another version", [file("a.js.map", `{"version":2}`)], "Its version is not 3."],
  [
    "a script with a broken map in it",
    [file("a.js", "//# sourceMappingURL=data:,%")],
    "The inline source map of a.js",
  ],
  [
    "one that is too large",
    [{ name: "a.map", content: new Uint8Array((32 << 20) + 1) }],
    "larger than 32 MiB",
  ],
])("%s gets a message", (_, files, words) => {
  expect(namedFiles(files, "~/")).toEqual({ fault: expect.stringContaining(words) as string });
});
