import { expect, test } from "vitest";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { group } from "./group.ts";

const event = (value: string, changes: Partial<ErrorEvent> = {}): ErrorEvent =>
  ({
    platform: "javascript",
    threads: [],
    tags: [],
    contexts: {},
    exceptions: [
      {
        type: "TypeError",
        value,
        frames: [{ file: `${value.length}.js`, function: "load", inApp: true }],
      },
    ],
    ...changes,
  }) as unknown as ErrorEvent;

const hashOf = (value: string, changes?: Partial<ErrorEvent>) => group(event(value, changes)).hash;

test("stale chunks form one issue across browsers, files, and stacks", () => {
  const hashes = [
    "Failed to fetch dynamically imported module: https://shop.example/assets/cart-B_jslZTw.js",
    "error loading dynamically imported module: https://shop.example/assets/home-C0ffee-Q.js",
    "Importing a module script failed.",
    "Loading chunk 12 failed.\n(error: https://shop.example/12.8f3c2a1b.chunk.js)",
  ].map((value) => hashOf(value, { transaction: `/${value.length}` }));
  expect(new Set(hashes).size).toBe(1);
});

test("hydration mismatches form one issue per page across versions", () => {
  const texts = [
    "Text content does not match server-rendered HTML.",
    "Minified React error #418; visit …",
  ];
  const onCart = texts.map((value) => hashOf(value, { transaction: "/cart" }));
  expect(new Set(onCart).size).toBe(1);
  expect(hashOf(texts[0]!, { transaction: "/home" })).not.toBe(onCart[0]);
});

test("the page can show the family even with a custom fingerprint", () => {
  const asked = group(event("Importing a module script failed.", { fingerprint: ["mine"] }));
  expect(asked).toMatchObject({ basis: "client-fingerprint", family: "stale-chunk" });
  expect(group(event("Importing a module script failed."))).toMatchObject({
    basis: "family",
    parts: [
      { label: "family", value: "chunk load failure", counts: true },
      { label: "message", counts: false, remark: "wording differs by browser and version" },
    ],
  });
});

test("errors without a family are grouped as before", () => {
  expect(group(event("x is undefined"))).toMatchObject({ basis: "in-app-frames" });
});
