import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../", import.meta.url);
const text = readFileSync(new URL(".github/CONTRIBUTING.md", root), "utf8");
const scripts = (
  JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { scripts: object }
).scripts;

/** Files and folders of the repository that a text names. */
const pathsIn = (part: string): string[] =>
  [...part.matchAll(/`((?:app|server|tests)\/[^`\s]+)`/g)].map(([, path]) => path!);

test("every file named in CONTRIBUTING.md exists", () => {
  expect(pathsIn(text).length).toBeGreaterThan(30);
  expect(pathsIn(text).filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test("every command named in CONTRIBUTING.md exists", () => {
  const names = [...text.matchAll(/`npm (?:run )?([a-z]+)`/g)].map(([, name]) => name!);
  expect(names.filter((name) => name !== "ci" && !(name in scripts))).toEqual([]);
});

test("CONTRIBUTING.md explains each common addition in at most five steps", () => {
  const parts = text.split(/^## How to add an? /m).slice(1);
  const steps = Object.fromEntries(
    parts.map((part) => [part.slice(0, part.indexOf("\n")), part.match(/^\d\. /gm)?.length]),
  );
  expect(steps).toEqual({
    "search key": 5,
    "settings page": 3,
    "column to the issue list": 4,
    table: 5,
    "envelope item": 4,
    "alert channel": 5,
    migration: 5,
  });
});
