import { expect, test } from "vitest";
import { remainingContext, remainingFields, wholeTags } from "./remaining-pairs.ts";

const tags: [string, string][] = [
  ["os", "Linux 6.1"],
  ["browser.name", "Chrome"],
  ["environment", "production"],
  ["server_name", "web-1"],
];

test("fields shown as a tag are omitted", () => {
  const fields: [string, string][] = [
    ["environment", "production"],
    ["server", "web-1"],
    ["release", "web@1"],
  ];
  expect(remainingFields(fields, { tags })).toEqual([["release", "web@1"]]);
});

test("a context shows only what its tags do not", () => {
  expect(
    remainingContext("os", { type: "os", name: "Linux", version: "6.1", build: "7" }, { tags }),
  ).toEqual([["build", "7"]]);
  expect(remainingContext("browser", { name: "Chrome", version: "131" }, { tags })).toEqual([
    ["version", "131"],
  ]);
  expect(
    remainingContext("trace", { trace_id: "a", span_id: "b", op: "http.server" }, { tags }),
  ).toEqual([["op", "http.server"]]);
  expect(remainingContext("runtime", { name: "node" }, { tags })).toEqual([["name", "node"]]);
});

test("a tag contained in another is omitted", () => {
  const parts: [string, string][] = [
    ["browser", "Mobile Safari 19.1"],
    ["browser.name", "Mobile Safari"],
    ["device", "iPhone"],
    ["device.family", "iPhone"],
    ["os.name", "iOS"],
    ["file.name", "a.js"],
  ];
  expect(wholeTags(parts).map(([key]) => key)).toEqual([
    "browser",
    "device",
    "os.name",
    "file.name",
  ]);
  const device = { name: "iPhone", model: "iPhone 15", brand: "Apple" };
  expect(remainingContext("device", device, { tags: [["device", "iPhone 15"]] })).toEqual([
    ["brand", "Apple"],
  ]);
});
