import { expect, test } from "vitest";
import { fileNameOf } from "./file-name.ts";
import { lookOf } from "./look.ts";

const look = (bytes: string | number[], name = "x", contentType = "application/octet-stream") =>
  lookOf(typeof bytes === "string" ? new TextEncoder().encode(bytes) : Uint8Array.from(bytes), {
    name,
    contentType,
  });

const pngStart = [0x89, 0x50, 0x4e, 0x47, 13, 10, 0x1a, 10, 0, 0, 0, 13];

test("images are recognized by their first bytes", () => {
  expect(look(pngStart, "page.html", "text/html")).toEqual({ raster: "image/png" });
  expect(look([0xff, 0xd8, 0xff, 0xe0])).toEqual({ raster: "image/jpeg" });
  expect(look("GIF89a…")).toEqual({ raster: "image/gif" });
  expect(look("RIFF1234WEBPVP8 ")).toEqual({ raster: "image/webp" });
  for (const [bytes, name, type] of [
    ["<svg/>", "a.png", "image/png"],
    ["<html>", "a.jpg", "image/jpeg"],
    ["RIFF1234WAVE", "a.webp", "image/webp"],
  ] as const)
    expect(look(bytes, name, type), name).toEqual({});
});

test("only declared, valid text has a preview of its first lines", () => {
  expect(look("a\nb", "a.log")).toEqual({ preview: "a\nb" });
  expect(look('{"a":1}', "view", "application/vnd.x+json")).toEqual({ preview: '{"a":1}' });
  expect(look("line\n".repeat(100), "a.txt").preview!.split("\n")).toHaveLength(30);
  expect(look("\u001b[31mred", "a.log").preview).toBe("\u001b[31mred");
  // Truncated inside a character, which is not shown.
  expect(look("a" + "é".repeat(3_000), "a.txt").preview).toMatch(/^aé+$/);
  for (const bytes of ["a\0b", [0xff, 0xfe, 0x41, 0x00]])
    expect(look(bytes, "a.txt", "text/plain")).toEqual({});
  expect(look("text", "archive.zip")).toEqual({});
});

test("a file's name is its last path segment without control characters", () => {
  expect(fileNameOf("../../etc/passwd")).toBe("passwd");
  expect(fileNameOf("C:\\logs\\a.txt")).toBe("a.txt");
  expect(fileNameOf("a\r\nb\0c\u202egnp.exe")).toBe("abcgnp.exe");
  expect(fileNameOf("x".repeat(500))).toBe(`${"x".repeat(199)}…`);
  expect(fileNameOf(`${"x".repeat(500)}.png`)).toBe(`${"x".repeat(195)}….png`);
  for (const nothing of [undefined, 7, "", "/", "\u202e"])
    expect(fileNameOf(nothing)).toBe("unnamed");
});
