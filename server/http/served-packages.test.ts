import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { servedPackages } from "./served-packages.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import type { Store } from "#server/storage/store.ts";

const first = "spoor-react-router-0.1.0-0123456789abcdef.tgz";
const second = "spoor-react-router-0.2.0-fedcba9876543210.tgz";

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spoor-packages-"));
  store = await openSqliteStore(join(folder, "data"));
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** A program version with its package. */
async function version(name: string, bytes: string) {
  const packages = await mkdtemp(join(folder, "build-"));
  await writeFile(join(packages, name), bytes);
  return servedPackages(store.settings, packages);
}

test("a served version remains after upgrades; others are not found", async () => {
  const before = await version(first, "first");
  expect(await before.newest()).toBe(first);
  expect(await before.read(second)).toBeUndefined();
  expect(String(await before.read(first))).toBe("first");
  const after = await version(second, "second");
  expect(await after.newest()).toBe(second);
  expect(String(await after.read(first))).toBe("first");
  const later = await version("spoor-react-router-0.3.0-00112233445566aa.tgz", "third");
  expect(await later.read(second)).toBeUndefined();
});

test("a name never reaches another file", async () => {
  const packages = await version(first, "first");
  for (const name of [
    "../spoor.db",
    `x/../${first}`,
    "spoor-react-router-0.1.0.tgz",
    "",
    `${first}/`,
  ])
    expect(await packages.read(name), name).toBeUndefined();
});

test("a program without a build serves none", async () => {
  const packages = servedPackages(store.settings, join(folder, "none"));
  expect(await packages.newest()).toBeUndefined();
});
