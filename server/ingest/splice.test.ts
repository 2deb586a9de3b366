import { Buffer } from "node:buffer";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "#server/domain/json.ts";
import { cleanse } from "./scrub.ts";
import { builtInRules } from "./scrub-rules.ts";
import { type Edit, splice } from "./splice.ts";

const spliced = (source: string, edits: Edit[]) => splice(Buffer.from(source), edits)?.join("");

test("a field's text is replaced in place only", () => {
  const source = `{"a":"hunter2","token":"hunter2","s":"he said \\"token\\":\\"hunter2\\""}`;
  expect(spliced(source, [{ key: "token", from: "hunter2", to: "[Filtered]" }])).toBe(
    `{"a":"hunter2","token":"[Filtered]","s":"he said \\"token\\":\\"hunter2\\""}`,
  );
});

test.each([
  [`{"ip":"1","b":2}`, `{"b":2}`],
  [`{"b":2,"ip":"1"}`, `{"b":2}`],
  [`{"ip":"1"}`, `{}`],
])("a removed field takes its comma along: %s", (source, rest) => {
  expect(spliced(source, [{ key: "ip", from: "1", to: undefined }])).toBe(rest);
});

test("code in text that only resembles an escape is kept", () => {
  const source = JSON.stringify({
    line: String.raw`path.replace(/C:\users\/g, "\u0062")`,
    token: "hunter2",
  });
  expect(source).toContain(String.raw`\\u`);
  expect(spliced(source, [{ key: "token", from: "hunter2", to: "x" }])).toBe(
    source.replace("hunter2", "x"),
  );
});

test.each<[why: string, source: string, edits: Edit[]]>([
  [
    "it is written in another way",
    `{"token":"a\\u0062c"}`,
    [{ key: "token", from: "abc", to: "" }],
  ],
  ["its slashes are escaped", `{"token":"a\\/c"}`, [{ key: "token", from: "a/c", to: "" }]],
  [
    "it stands there more often",
    `[{"token":"a"},{"token":"a"}]`,
    [{ key: "token", from: "a", to: "" }],
  ],
  [
    "there is a blank that is not expected",
    `{"token": "a"}`,
    [{ key: "token", from: "a", to: "" }],
  ],
  ["it looks like what parts two texts", `["Bearer abc",","]`, [{ key: 1, from: ",", to: "" }]],
  ["its name looks like it", `{"a":",","b":":","c":","}`, [{ key: ",", from: ":", to: "" }]],
  ["it has letters with several spellings", `{"token":"é"}`, [{ key: "token", from: "é", to: "" }]],
  [
    "blanks stand around what goes",
    `{"token":"a" , "b":1}`,
    [{ key: "token", from: "a", to: undefined }],
  ],
])("splicing is skipped if %s", (_why, source, edits) => {
  expect(spliced(source, edits)).toBeUndefined();
});

const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "hunter2",
    "Bearer abc.def.ghi",
    "1.2.3.4",
    "4111 1111 1111 1111",
    `say "token"`,
    "a/b",
  ),
);
const name = fc.oneof(
  fc.constantFrom("password", "token", "ip_address", "x-forwarded-for", "note", "value"),
  fc.string(),
);
const payloads = fc.dictionary(name, fc.oneof(text, fc.dictionary(name, text), fc.array(text)), {
  maxKeys: 6,
});

test("spliced text parses as the scrubbed value for any input", () => {
  let count = 0;
  const check = (user: JsonObject, extra: JsonObject) => {
    const source = Buffer.from(JSON.stringify({ user, extra }));
    const payload = JSON.parse(source.toString()) as JsonObject;
    const { edits } = cleanse(payload, builtInRules);
    const pieces = edits && edits.length > 0 ? splice(source, edits) : undefined;
    if (!pieces) return;
    count += 1;
    expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual(payload);
  };
  fc.assert(fc.property(payloads, payloads, check), { numRuns: 2_000 });
  expect(count).toBeGreaterThan(300);
});
