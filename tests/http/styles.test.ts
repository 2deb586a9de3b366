import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const client = fileURLToPath(new URL("../../build/client", import.meta.url));
const assets = join(client, "assets");

type BuiltRoute = { parentId?: string; css?: string[] };

/** React Router's table of routes, as browsers load it: a script that sets one object. */
function builtRoutes(): { [id: string]: BuiltRoute } {
  const name = readdirSync(assets).find((each) => /^manifest-.*\.js$/.test(each))!;
  const script = readFileSync(join(assets, name), "utf8");
  return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1)).routes;
}

test("no page loads more than 10 KiB of styles", () => {
  const routes = builtRoutes();
  const sheetsOf = (id: string): string[] => {
    const { parentId, css = [] } = routes[id]!;
    return [...(parentId === undefined ? [] : sheetsOf(parentId)), ...css];
  };
  const sizeOf = (path: string) => gzipSync(readFileSync(join(client, path)), { level: 9 }).length;
  const sizes = Object.keys(routes).map((id) => {
    const sheets = new Set(sheetsOf(id));
    expect(sheets.size, id).toBeGreaterThan(0);
    return { id, bytes: [...sheets].reduce((sum, sheet) => sum + sizeOf(sheet), 0) };
  });
  expect(sizes.filter(({ bytes }) => bytes > 10_240)).toEqual([]);
});
