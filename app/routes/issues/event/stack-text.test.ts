import { expect, test } from "vitest";
import { stackText } from "./stack-text.ts";

test("a stack prints like a program's, with causes below", () => {
  const frames = [
    { function: "total", file: "src/cart.ts", line: 41, column: 7, inApp: true },
    { function: "?", file: "src/app.ts", line: 3, inApp: true },
  ];
  const exceptions = [
    { type: "Error", value: "checkout failed", frames },
    { type: "TypeError", frames: frames.slice(0, 1) },
  ];
  expect(stackText({ exceptions, threads: [] })).toBe(
    [
      "Error: checkout failed",
      "    at total (src/cart.ts:41:7)",
      "    at src/app.ts:3",
      "Caused by: TypeError",
      "    at total (src/cart.ts:41:7)",
    ].join("\n"),
  );
  expect(
    stackText({ exceptions: [], threads: [{ id: "7", crashed: true, current: true, frames: [] }] }),
  ).toBe("Thread 7");
});
