import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

test("calls run one after another in order, even after a failure", async () => {
  const steps: string[] = [];
  const call = oneAtATime(async (name: string) => {
    steps.push(`${name} begins`);
    await pause(name === "first" ? 20 : 1);
    steps.push(`${name} ends`);
    if (name === "second") throw new Error(name);
    return name.toUpperCase();
  });
  const answers = await Promise.allSettled(["first", "second", "third"].map(call));
  expect(answers).toMatchObject([
    { value: "FIRST" },
    { reason: new Error("second") },
    { value: "THIRD" },
  ]);
  expect(steps).toEqual(
    ["first", "second", "third"].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});
