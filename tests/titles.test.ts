import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { stringOf, type SyntaxNode, syntaxOf, walkSyntax } from "./harness/syntax.ts";

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

/** First arguments of `test`, `describe`, and their variants, with placeholders as they are. */
function titlesOf(file: string): string[] {
  const found: string[] = [];
  walkSyntax(syntaxOf(join(root, file)).program, (node) => {
    if (node.type !== "CallExpression") return;
    if (!/^(?:test|describe)$/.test(rootName(node["callee"] as SyntaxNode))) return;
    const title = textOf((node["arguments"] as SyntaxNode[])[0]);
    if (title !== undefined) found.push(title);
  });
  return found;
}

/** `test` of `test.each(rows)` and `test.describe`. */
function rootName(node: SyntaxNode): string {
  if (node.type === "Identifier") return node["name"] as string;
  const inner = node["object"] ?? node["callee"] ?? node["tag"];
  return inner === undefined ? "" : rootName(inner as SyntaxNode);
}

function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== "TemplateLiteral") return node && stringOf(node);
  return (node["quasis"] as { value: { cooked: string } }[])
    .map(({ value }) => value.cooked)
    .join("…");
}
