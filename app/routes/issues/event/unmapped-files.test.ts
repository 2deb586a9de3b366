import { expect, test } from "vitest";
import type { Frame } from "#server/domain/event/error-event.ts";
import { fileName, firstOfEachFile } from "./unmapped-files.ts";

test("each file and reason shows the first frame's explanation", () => {
  const frame = (file: string, unmapped?: Frame["unmapped"]): Frame => ({
    file,
    inApp: true,
    ...(unmapped && { unmapped }),
  });
  const frames = [
    frame("a.js", "no-bundle"),
    frame("a.js", "no-bundle"),
    frame("a.js", "not-in-map"),
    frame("b.js"),
  ];
  expect(firstOfEachFile(frames)).toEqual(new Set([frames[0], frames[2]]));
});

test.each([
  ["https://shop.example/assets/index-4f2a.js?v=1", "index-4f2a.js"],
  ["app:///main.js", "main.js"],
  ["https://shop.example/", "https://shop.example/"],
])("%s is shortened to %s", (url, name) => expect(fileName(url)).toBe(name));
