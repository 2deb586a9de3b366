import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
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

test("page titles name the project, not its slug", () => {
  const pages = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" });
  const withSlug = pages
    .filter((name) => name.endsWith(".tsx"))
    .filter((name) =>
      /<title>[^<]*\$\{(?:\w+\.)?project(?:\.slug)?\}/.test(
        readFileSync(join(root, "app", name), "utf8"),
      ),
    );
  expect(withSlug).toEqual([]);
});

/**
 * First arguments of `test`, `describe`, and their variants, and of a few other calls of a result
 * (`]("…")`). By text: the syntax of all tests took 0.6 s of CPU, this 15 ms, and finds no fewer.
 */
const title = /(?:\b(?:test|describe)(?:\.\w+)*|[\])])\(\s*(["'`])((?:\\.|(?!\1).)*)\1/gs;

const titlesOf = (file: string): string[] =>
  [...readFileSync(join(root, file), "utf8").matchAll(title)].map(([, , text]) =>
    text!.replaceAll(/\$\{[^}]*\}/g, "…"),
  );
