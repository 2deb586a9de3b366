import { expect, test } from "vitest";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { group } from "./group.ts";
import { type PlatformRules, rulesOf } from "./platform-rules.ts";

const eventIn = (name: string): ErrorEvent =>
  ({
    platform: "python",
    exceptions: [
      { type: "ValueError", frames: [{ function: name, file: "app/cart.py", inApp: true }] },
    ],
    threads: [],
  }) as unknown as ErrorEvent;

const before = rulesOf("python");
const after: PlatformRules = {
  ...before,
  functionName: (name) => name.replace(/<locals>\./, ""),
  formerly: [before],
};

test("after a change of a platform's rules, an event still has its earlier hash", () => {
  const changed = eventIn("total.<locals>.sum");
  const { hash, formerly } = group(changed, after);
  expect(hash).not.toBe(group(changed, before).hash);
  expect(formerly).toEqual([group(changed, before).hash]);
});

test("events that the change doesn't concern have no earlier hash", () => {
  expect(group(eventIn("total"), after)).toEqual(group(eventIn("total"), before));
});

test("unknown platforms have no rules, whatever their name", () => {
  expect(rulesOf("constructor")).toEqual({});
});
