import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { ownScriptsKiB } from "#tests/bench/pages/own-scripts.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const client = fileURLToPath(new URL("../../../build/client", import.meta.url));
const assets = join(client, "assets");

type Scripts = { module: string; imports: string[] };
type BuiltRoute = Scripts & { parentId?: string; css?: string[] };
type Built = { entry: Scripts; routes: { [id: string]: BuiltRoute } };

/** React Router's route manifest in the form browsers load: a script that sets one object. */
function readBuilt(): Built {
  const name = readdirSync(assets).find((each) => /^manifest-.*\.js$/.test(each))!;
  const script = readFileSync(join(assets, name), "utf8");
  return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1)) as Built;
}

test("no page loads more than 12 KiB of own scripts before it is interactive", async () => {
  const { entry, routes } = readBuilt();
  const scriptsOf = (id: string): string[] => {
    const { parentId, module, imports } = routes[id]!;
    return [...(parentId === undefined ? [] : scriptsOf(parentId)), module, ...imports];
  };
  const sizes = await Promise.all(
    Object.keys(routes).map(async (id) => {
      const named = [entry.module, ...entry.imports, ...scriptsOf(id)];
      return { id, kib: await ownScriptsKiB(named.join(" ")) };
    }),
  );
  expect(Math.max(...sizes.map(({ kib }) => kib))).toBeGreaterThan(8);
  expect(sizes.filter(({ kib }) => kib > 12)).toEqual([]);
});

test("no page loads more than 10 KiB of styles", () => {
  const { routes } = readBuilt();
  const sheetsOf = (id: string): string[] => {
    const { parentId, css = [] } = routes[id]!;
    return [...(parentId === undefined ? [] : sheetsOf(parentId)), ...css];
  };
  // The framework marks some with an empty fragment.
  const sizeOf = (path: string) =>
    gzipSync(readFileSync(join(client, path.replace("#", ""))), { level: 9 }).length;
  const sizes = Object.keys(routes).map((id) => {
    const sheets = new Set(sheetsOf(id));
    expect(sheets.size, id).toBeGreaterThan(0);
    return { id, bytes: [...sheets].reduce((sum, sheet) => sum + sizeOf(sheet), 0) };
  });
  expect(sizes.filter(({ bytes }) => bytes > 10_240)).toEqual([]);
});

/** Classes with a rule in the built stylesheets. */
function classesWithRules(): Set<string> {
  const sheets = readdirSync(assets).filter((name) => name.endsWith(".css"));
  const selectors = sheets.flatMap(
    (name) => readFileSync(join(assets, name), "utf8").match(/[^{}]+(?=\{)/g) ?? [],
  );
  return new Set(
    selectors.flatMap((each) => [...each.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)),
  );
}

type Node = { [key: string]: unknown; type?: string };

function sourcesUnder(folder: string): { path: string; program: Node }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\+types/.test(name))
    .map((name) => {
      const path = join(folder, name);
      const { program } = parseSync(path, readFileSync(join(root, path), "utf8"));
      return { path, program: program as unknown as Node };
    });
}

/** Child nodes of the parser's objects and lists. */
const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(
      (each): each is Node => each !== null && typeof each === "object",
    ),
  );

/** Quoted texts and fixed parts of templates, without operands of comparisons. */
function textsIn(node: Node): string[] {
  if (node.type === "BinaryExpression" && String(node["operator"]).endsWith("==")) return [];
  if (node.type === "Literal" && typeof node["value"] === "string") return [node["value"]];
  if (node.type === "TemplateElement") return [(node["value"] as { cooked: string }).cooked];
  return childrenOf(node).flatMap(textsIn);
}

/** Text of `className="…"` and `className={…}`. */
function classesInMarkup(node: Node): string[] {
  if (node.type === "JSXAttribute" && (node["name"] as Node)["name"] === "className")
    return textsIn(node["value"] as Node).flatMap(wordsOf);
  return childrenOf(node).flatMap(classesInMarkup);
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

test("every class in markup has a rule", () => {
  const ruled = [...classesWithRules()];
  // A template may add the rest, as in `depth-${depth}`.
  const hasRule = (word: string) =>
    ruled.some((name) => name === word || (word.endsWith("-") && name.startsWith(word)));
  const without = sourcesUnder("app").flatMap(({ path, program }) =>
    classesInMarkup(program)
      .filter((word) => !hasRule(word))
      .map((word) => `${path}: ${word}`),
  );
  expect(without).toEqual([]);
});

test("every rule is used", () => {
  // Some names come from the domain, such as a missed check-in.
  const used = new Set(
    [...sourcesUnder("app"), ...sourcesUnder("server/domain")]
      .flatMap(({ program }) => textsIn(program))
      .flatMap(wordsOf),
  );
  const prefixes = [...used].filter((word) => /^[a-z]{2,}-$/.test(word));
  const unused = [...classesWithRules()].filter(
    (name) => !used.has(name) && !prefixes.some((prefix) => name.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});
