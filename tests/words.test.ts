import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type SyntaxNode, stringOf, syntaxOf, walkSyntax } from "./harness/syntax.ts";
import { retiredSentences } from "./retired-sentences.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Words that the field's terms replaced. Each is unambiguous in any text. Database statements and
 * fixtures are not checked.
 */
const retired: RegExp[] = [
  /\bmail address/i,
  /\bthis Spoor\b|\bSpoor itself\b/,
  /\bwhoever\b|\bwhichever\b|\bsomebody\b|\bnobody\b|\beverybody\b/i,
  /\bTick(?:ed)?\b|\bticked\b/,
  /\btak(?:e|es|ing) part\b/i,
  /\bno such act\b/i,
  /\banew\b/i,
  /\b(?:stands?|lies) (?:here|there|beside|in|on|by)\b/i,
  /\btwo factors of\b|\bcodes from an app\b|\bpresent password\b/i,
  /\bthe (?:newest|oldest|slowest|most frequent) first\b|\bthe last used first\b/i,
  /\bmore than noise\b|\bby chance\b/i,
  /\bof one piece\b|\bpieces? of feedback\b/i,
  /\bwell again\b|\bcame back\b|\btaken back\b|\btakes? that back\b/i,
  /\bas many as come\b|\bnot by itself\b/i,
  /\bMake (?:the|a) (?:token|key|rule|link|monitor|project)\b/,
  /^(?:Leave it|Keep it|Keep them|Delete it|Remove it)$/,
  /\bEvery (?:environment|service|release|device)\b/,
  /\bChoose one of the list\b|\bFill this in\b/,
  /\bone a line\b|\bsomething went wrong\b|\bsuccessfully\b|\bplease\b/i,
  /\bCrash-free people\b|\bmore people\b/i,
  /\bnot valid any more\b|\bis said\b|\bgo for (?:good|its age|their age)\b/i,
  /\b(?:is|are) no (?!longer\b)/i,
  /\bit takes (?!too|about|a |the )|\b(?:is|are) not taken\b|\btaken in\b/i,
  /\bput aside\b|\bgiven up\b|\bcut short\b|\bgoes on\b|\bheld back\b|\bup again\b/i,
  /\bunless given\b|\bat the most\b|\bin all at most\b|\bmeanwhile\b|\bany more\b/i,
  /\bwhole project\b|\b(?:project|page|trace) of its own\b|\bby itself\b|\bby themselves\b/i,
  /\b(?:log|console|doctor”|message) (?:says?|tells?)\b|\bdoes(?: not|n't) answer\b/i,
  /\bcrowds?\b|\bthe ledger\b|\bkept whole\b|\bno longer kept\b|\bis away\b|\bsurplus\b/i,
  /\bwas expected$|^There (?:is|are) no\b/i,
];

/** Programs, and files without visible text. */
const unread =
  /\.(?:test|bench|fixture|program)\.|grouping\/families\.ts$|user-agent\/|routes\.ts$|sample-data\//;

/** Database statements. */
const statement = /\b(?:SELECT|INSERT INTO|UPDATE \w|DELETE FROM|CREATE|ALTER|WHERE|JOIN|VALUES)\b/;

const files = ["app", "server"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !unread.test(file));

/** Cheaper than reading the syntax of every file: most contain no retired word anywhere. */
const anywhere = new RegExp(
  retired.map(({ source }) => source.replaceAll(/[$^]/g, "")).join("|"),
  "i",
);
const plainOf = (text: string) => text.replaceAll(/\s+/g, " ").replaceAll("’", "'");
const sources = files.map((file) => ({
  file,
  plain: plainOf(readFileSync(join(root, file), "utf8")),
}));

type Text = { text: string; at: () => string };
const named = ({ text, at }: Text): string => `${at()}: ${text.trim().replaceAll(/\s+/g, " ")}`;

test("comments cite only documents that a reader can open", () => {
  const unpublished = /\b(?:SPEC|PROTOCOL)(?:\.md|,)? (?:sections? \d|[A-C]\.\d)/;
  expect(files.filter((file) => unpublished.test(readFileSync(join(root, file), "utf8")))).toEqual(
    [],
  );
});

test("texts contain no retired word", () => {
  expect(sources.length).toBeGreaterThan(1_000);
  const wrong = textsWhere((plain) => anywhere.test(plain)).filter(
    ({ text }) => !statement.test(text) && retired.some((each) => each.test(plainOf(text).trim())),
  );
  expect(wrong.map(named)).toEqual([]);
});

test("texts contain no retired sentence", () => {
  const isRetired = (plain: string) => retiredSentences.some((each) => plain.includes(each));
  const wrong = textsWhere(isRetired).filter(({ text }) => isRetired(plainOf(text)));
  expect(wrong.map(named)).toEqual([]);
});

/**
 * Comments use outcomes, ingestion, email address, and this instance; they name a person or a
 * process.
 */
const retiredInComments =
  /\bledger\b|\bthe door\b|\bwhoever\b|\bsomebody\b|\bnobody\b|\beverybody\b|\banybody\b|\banew\b|\bmail address|\bthis Spoor\b/i;

test("comments contain no retired word", () => {
  // Test applications have build output beside their source.
  const wrong = ["app", "server", "tests"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter(
        (name) => /\.(?:tsx?|m?js)$/.test(name) && !/migrations\/|node_modules\/|-app\//.test(name),
      )
      .flatMap((name) => retiredCommentsOf(`${folder}/${name}`)),
  );
  expect(wrong).toEqual([]);
});

function retiredCommentsOf(file: string): string[] {
  const source = readFileSync(join(root, file), "utf8");
  if (!retiredInComments.test(source)) return [];
  const { comments, lineOf } = syntaxOf(join(root, file));
  return comments
    .filter(({ value }) => retiredInComments.test(value))
    .map(({ value, start }) => `${file}:${lineOf(start)}: ${value.trim().replaceAll(/\s+/g, " ")}`);
}

const textsWhere = (holds: (plain: string) => boolean): Text[] =>
  sources.filter(({ plain }) => holds(plain)).flatMap(({ file }) => textsOf(file));

/** Literals, fixed parts of templates, and text between tags, without comments. */
function textsOf(file: string): Text[] {
  const { program, lineOf } = syntaxOf(join(root, file));
  const found: Text[] = [];
  const visit = (node: SyntaxNode): boolean | void => {
    if (node.type === "ImportDeclaration") return false;
    if (node.type.startsWith("TS")) {
      walkSyntax(node["expression"], visit);
      return false;
    }
    const text = textOf(node);
    if (text !== undefined) found.push({ text, at: () => `${file}:${lineOf(node.start)}` });
  };
  walkSyntax(program, visit);
  return found;
}

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === "JSXText") return node["value"] as string;
  if (node.type === "TemplateElement") return (node["value"] as { cooked: string }).cooked;
  return stringOf(node);
}
