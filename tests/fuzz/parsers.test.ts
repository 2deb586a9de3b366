import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parsers } from "./parsers.ts";
import { targets } from "./targets/all.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const places = ["artifacts", "backup", "digest", "domain", "ingest", "storage"].map(
  (name) => `server/${name}`,
);

/** `readX(text…)`: readers of foreign data by name and parameter. */
const exported =
  /^export (?:async )?function\*? (?:parse|read|scan|decode|admit|understand|splice|check)\w*(?:<[^(]*>)?\(\s*\{?\s*(?:text|value|bytes|body|source|name|params|search|payload|request|form|line|url|reader|block|cursor|\w*[Qq]uery|since|schedule)\b/m;

const modules = places
  .flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: "utf8" }).map(
      (name) => `${place}/${name}`,
    ),
  )
  .filter((path) => path.endsWith(".ts") && !/\.(?:test|fixture|bench|program)\.ts$/.test(path))
  .filter((path) => exported.test(readFileSync(join(root, path), "utf8")));

const placeOf = (path: string) =>
  Object.keys(parsers)
    .filter((place) => path.startsWith(place))
    .toSorted((a, b) => b.length - a.length)[0];

test("every module that reads foreign data is in the table", () => {
  expect(modules.length).toBeGreaterThan(60);
  expect(modules.filter((path) => placeOf(path) === undefined)).toEqual([]);
});

test("the table names existing places, targets, and tests with random input", () => {
  const names = new Set(targets.map(({ name }) => name));
  for (const [place, fire] of Object.entries(parsers)) {
    expect(existsSync(join(root, place)), place).toBe(true);
    if ("targets" in fire)
      expect(
        fire.targets.filter((name) => !names.has(name)),
        place,
      ).toEqual([]);
    if ("test" in fire)
      expect(readFileSync(join(root, fire.test), "utf8"), place).toMatch(/fast-check|Chance/);
  }
  const used = new Set(
    Object.values(parsers).flatMap((fire) => ("targets" in fire ? fire.targets : [])),
  );
  expect([...names].filter((name) => !used.has(name))).toEqual([]);
});
