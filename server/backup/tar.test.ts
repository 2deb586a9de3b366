import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTar } from "./read-tar.ts";
import { archiveEnd, decodeHeader, encodeHeader, paddingOf } from "./tar.ts";

const entries = {
  "spoor.db": "a".repeat(700),
  "secret.key": "k".repeat(512),
  "spool/00000001.spool": "",
};

function archive(): Buffer {
  const parts = Object.entries(entries).flatMap(([name, content]) => [
    encodeHeader({ name, bytes: content.length }, 1_763_683_200),
    Buffer.from(content),
    Buffer.alloc(paddingOf(content.length)),
  ]);
  return Buffer.concat([...parts, archiveEnd]);
}

async function* inPieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

async function unpack(bytes: Buffer, pieceBytes = 4096): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const { name, content } of readTar(inPieces(bytes, pieceBytes))) {
    found[name] = "";
    for await (const piece of content) found[name] += piece.toString();
  }
  return found;
}

test.each([1, 511, 513, 4096])(
  "written data is read back in pieces of %i bytes",
  async (pieceBytes) => {
    expect(await unpack(archive(), pieceBytes)).toEqual(entries);
  },
);

test("system tar unpacks it for the owner only", () => {
  const folder = mkdtempSync(join(tmpdir(), "spoor-tar-"));
  writeFileSync(join(folder, "a.tar"), archive());
  execFileSync("tar", ["-xf", "a.tar"], { cwd: folder });
  const { size, mode } = statSync(join(folder, "spoor.db"));
  rmSync(folder, { recursive: true });
  expect({ size, mode: mode & 0o777 }).toEqual({ size: 700, mode: 0o600 });
});

test("supports sizes beyond eight gibibytes", () => {
  for (const bytes of [8 * 1024 ** 3 - 1, 8 * 1024 ** 3, 5 * 1024 ** 4]) {
    expect(decodeHeader(encodeHeader({ name: "spoor.db", bytes }, 0))).toEqual({
      name: "spoor.db",
      bytes,
    });
  }
});

test("a truncated file is detected at every length", async () => {
  const whole = archive();
  for (let length = 0; length < whole.length; length += 100) {
    await expect(unpack(whole.subarray(0, length)), `${length} bytes`).rejects.toThrow(
      /incomplete/,
    );
  }
});

test("a changed byte outside the contents is detected", async () => {
  const whole = archive();
  const contents = (at: number) => (at >= 512 && at < 1212) || (at >= 2048 && at < 2560);
  for (let at = 0; at < whole.length; at++) {
    if (contents(at)) continue;
    const altered = Buffer.from(whole);
    altered[at]! ^= 1;
    await expect(unpack(altered), `byte ${at}`).rejects.toThrow(/damaged|cut short/);
  }
});

test("data after the end is ignored", async () => {
  await expect(unpack(Buffer.concat([archive(), Buffer.from("x")]))).rejects.toThrow(/damaged/);
});
