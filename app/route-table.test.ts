import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { access, routeIdOf, routeTable, sectionsOf, withChildren } from "./route-table.ts";

const folder = fileURLToPath(new URL("routes", import.meta.url));
const entries = routeTable.flatMap(withChildren);

test("every route module has an entry, and every entry a module", () => {
  const modules = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isRouteModule);
  const listed = new Set(entries.map(({ module }) => module));
  expect(modules.length).toBeGreaterThan(80);
  expect([
    ...modules
      .filter((module) => !listed.has(module))
      .map((module) => `app/route-table.ts has no entry for ${module}`),
    ...[...listed]
      .filter((module) => !existsSync(join(folder, module)))
      .map((module) => `app/routes has no module ${module}`),
  ]).toEqual([]);
});

test("every settings page is in its frame's list", () => {
  const frames = entries.filter(({ children }) => children?.some(({ nav }) => nav));
  expect(frames.map(({ module }) => module).toSorted()).toEqual([
    "account/layout.tsx",
    "settings/instance-frame.tsx",
    "settings/project-frame.tsx",
  ]);
  const unlisted = frames.flatMap(({ children = [] }) =>
    children.filter(({ nav, path }) => !nav && isTopPage(path)),
  );
  expect(
    unlisted.map(({ module }) => `${module} has no place in the list: add inList(group, text)`),
  ).toEqual([]);
});

test("every entry has a unique ID, and a list hides inaccessible pages", () => {
  expect(new Set(entries.map(routeIdOf)).size).toBe(entries.length);
  expect(Object.keys(access)).toHaveLength(entries.length + 1);
  const readable = sectionsOf("settings/project-frame.tsx", (who) => who === "project:read");
  expect(readable.map(({ path }) => path)).toEqual(["members", "discarded", "source-maps"]);
});

/** Pages below another one, such as `keys/:key`, are opened from that page. */
const isTopPage = (path: string | undefined) => path !== undefined && !path.includes("/");

/** Route modules have their own types. */
const isRouteModule = (file: string) =>
  /\.tsx?$/.test(file) &&
  readFileSync(join(folder, file), "utf8").includes(`"./+types/${parse(file).name}.ts"`);
