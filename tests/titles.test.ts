import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "@babel/parser";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * A title states the behavior and names its subject. It does not start with a pronoun or a question
 * word, and it uses the field's terms: refused, reported, scrubbed, downsampled, usage, burst.
 */
const retired: RegExp[] = [
  /^(?:who|what|one's|it|that|they|those|none)\b/i,
  /\b(?:nobody|somebody|everybody|anybody|whoever|whom|whichever)\b/i,
  /\b(?:anew|by itself|by themselves|for ever|meanwhile|a sentence)\b/i,
  /\b(?:told|tells?|said|says so|stands?|mends?)\b/i,
  /\b(?:came back|comes? back|taken back|ticked)\b/i,
  /\b(?:ledger|intake|crowds?|the door|thinned|thinning)\b/i,
  /(?:colour|neighbour|behaviour|organisation|labelled|analyse|normalis|summaris)/i,
];

const files = ["app", "server", "tests"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter(
    (file) =>
      /(?:\.test\.tsx?|\.spec\.ts|contract\.ts)$/.test(file) && !file.includes("node_modules"),
  );

test("test titles contain no retired word", () => {
  const titles = files.flatMap((file) => titlesOf(file).map((title) => ({ file, title })));
  expect(titles.length).toBeGreaterThan(2_500);
  const wrong = titles.filter(({ title }) => retired.some((each) => each.test(title)));
  expect(wrong.map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
});

type Node = { type: string; [field: string]: unknown };

/** First arguments of `test`, `describe`, and their variants, with placeholders as they are. */
function titlesOf(file: string): string[] {
  const plugins = [...(file.endsWith("x") ? ["jsx" as const] : []), "typescript" as const];
  const { program } = parse(readFileSync(join(root, file), "utf8"), {
    sourceType: "module",
    plugins,
  });
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    const node = value as Node;
    if (
      node.type === "CallExpression" &&
      /^(?:test|describe)$/.test(rootName(node["callee"] as Node))
    ) {
      const title = textOf((node["arguments"] as Node[])[0]);
      if (title !== undefined) found.push(title);
    }
    for (const [name, field] of Object.entries(node))
      if (!/Comments$|^loc$/.test(name)) visit(field);
  };
  visit(program);
  return found;
}

/** `test` of `test.each(rows)` and `test.describe`. */
function rootName(node: Node): string {
  if (node.type === "Identifier") return node["name"] as string;
  const inner = node["object"] ?? node["callee"] ?? node["tag"];
  return inner === undefined ? "" : rootName(inner as Node);
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.type === "StringLiteral") return node["value"] as string;
  if (node?.type !== "TemplateLiteral") return undefined;
  return (node["quasis"] as { value: { cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join("…");
}
