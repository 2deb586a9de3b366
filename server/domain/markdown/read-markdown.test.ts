import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";
import type { UserId } from "#server/domain/ids.ts";
import { threadMs } from "#tests/harness/faults/thread-time.ts";
import { linkTarget } from "./link-target.ts";
import type { Block, Inline, Words } from "./markdown.ts";
import { mentionedIn, plainLines } from "./plain-text.ts";
import { readMarkdown } from "./read-markdown.ts";

const mira = { id: 7 as UserId, name: "Mira Lind" };
const words: Words = {
  person: (name) => (name === "mira" || name === "mira@example.com" ? mira : undefined),
  issue: (id) => (/^(?:EU-)?SHOP-142$/.test(id) ? `/shop/issues/${id}` : undefined),
};
const inlines = (text: string): Inline[] =>
  readMarkdown(text, words).flatMap((block) => (block.kind === "paragraph" ? block.of : []));
const text = (value: string): Inline => ({ kind: "text", text: value });

test("comments are a tree of blocks and inlines", () => {
  expect(
    readMarkdown(
      "# Why\n\nIt is **very `slow`**\nsince ~~then~~\n\n> said\n\n1. [x] one\n2. two\n\n```js\na<b\n```\n\n---",
    ),
  ).toEqual([
    { kind: "heading", of: [text("Why")] },
    {
      kind: "paragraph",
      of: [
        text("It is "),
        { kind: "strong", of: [text("very "), { kind: "code", text: "slow" }] },
        { kind: "break" },
        text("since "),
        { kind: "deleted", of: [text("then")] },
      ],
    },
    { kind: "quote", of: [{ kind: "paragraph", of: [text("said")] }] },
    {
      kind: "list",
      from: 1,
      items: [
        { done: true, of: [{ kind: "paragraph", of: [text("one")] }] },
        { of: [{ kind: "paragraph", of: [text("two")] }] },
      ],
    },
    { kind: "code", text: "a<b" },
    { kind: "rule" },
  ]);
});

test("standalone words link members, issues, and URLs", () => {
  const mention: Inline = { kind: "mention", userId: mira.id, name: mira.name };
  expect(inlines("@mira, see SHOP-142.")).toEqual([
    mention,
    text(", see "),
    { kind: "issue", shortId: "SHOP-142", path: "/shop/issues/SHOP-142" },
    text("."),
  ]);
  expect(inlines("EU-SHOP-142")).toEqual([
    { kind: "issue", shortId: "EU-SHOP-142", path: "/shop/issues/EU-SHOP-142" },
  ]);
  expect(inlines("cc @mira@example.com.")).toEqual([text("cc "), mention, text(".")]);
  expect(inlines("(https://a.example/x_y_z).")).toEqual([
    text("("),
    { kind: "link", href: "https://a.example/x_y_z", of: [text("https://a.example/x_y_z")] },
    text(")."),
  ]);
  for (const plain of ["ann@mira", "@nobody", "SHOP-143", "xSHOP-142", "SHOP-142-a", "`@mira`"])
    expect(inlines(plain), plain).not.toContainEqual(
      expect.objectContaining({ kind: expect.stringMatching(/mention|issue|link/) }),
    );
});

test("HTML tags and other links stay text", () => {
  for (const target of [
    "javascript:hit()",
    "JaVaScRiPt:hit()",
    "java\tscript:hit()",
    "data:text/html,x",
    "vbscript:x",
    "//x.example",
    "/login",
    "https://me@x.example/",
  ]) {
    expect(
      linksOf(
        readMarkdown(`[a](<${target}>) ![b](<${target}>) <${target}> [c]\n\n[c]: <${target}>`),
      ),
      target,
    ).toEqual([]);
  }
  expect(inlines("<img src=x onerror=hit()>")).toEqual([text("<img src=x onerror=hit()>")]);
  expect(plainLines(readMarkdown("<script>hit()</script>\n\n<b>bold</b>"))).toEqual([
    "<script>hit()</script>",
    "<b>bold</b>",
  ]);
  expect(
    linksOf(
      readMarkdown(
        "![a picture](https://x.example/a.png) [to](mailto:a@b.example) <https://c.example>",
      ),
    ),
  ).toEqual(["https://x.example/a.png", "mailto:a@b.example", "https://c.example/"]);
  expect(linkTarget(`https://x.example/${"a".repeat(3000)}`)).toBeUndefined();
});

test("plain text for emails has lines without marks, and mentions", () => {
  const blocks = readMarkdown(
    "## Hi **@mira**\n\n- a\n- [b](https://b.example)\n\n|x|y|\n|-|-|\n|1|@mira|",
    words,
  );
  expect(plainLines(blocks)).toEqual(["Hi @Mira Lind", "- a", "- b", "x | y", "1 | @Mira Lind"]);
  expect(mentionedIn(blocks)).toEqual([mira.id]);
});

const hostile = [
  "*",
  "_a",
  "**a*",
  "*a**b_",
  "[",
  "[a](",
  "![[]()",
  "]",
  "`",
  "~",
  ">",
  "> ",
  "> - ",
  "1. ",
  "- ",
  "<",
  "<a ",
  "<!--",
  "\\",
  "\n",
  "|a",
  "@a.",
  "@a@",
  "https://",
  "SHOP-1",
  "A-1-",
  " ",
  "\t- a\n",
  "a: x\n",
  "\u202e",
  "# ",
];
const longest = 10_000;

test("never throws and is fast on repetitive input", () => {
  readMarkdown("warm **up** [a](b)");
  for (const part of hostile) {
    const startedAt = threadMs();
    expect(readMarkdown(part.repeat(longest / part.length), words)).toBeInstanceOf(Array);
    expect(threadMs() - startedAt, JSON.stringify(part)).toBeLessThan(250);
  }
});

test("nested quotes end although the next line continues them", () => {
  for (const mark of ["> ", ">", "> - ", "- > "]) {
    const deep = `${mark.repeat(longest / mark.length)}\nx`;
    expect(plainLines(readMarkdown(deep)).at(-1)).toMatch(/x$/);
  }
  const usedBefore = process.threadCpuUsage().user;
  readMarkdown(`${"> ".repeat(1_800)}\nx`);
  // 1.3 s when each level read the rest twice.
  expect((process.threadCpuUsage().user - usedBefore) / 1_000).toBeLessThan(300);
});

test("only allowed URLs are linked, and no character is invented", () => {
  const piece = oneof(
    constantFrom(
      ...hostile,
      "javascript:hit()",
      "[x](javascript:hit())",
      "<b>",
      "@mira",
      "mailto:a@b.c",
      "](",
      "&lt;",
    ),
    string({ maxLength: 6 }),
  );
  assert(
    property(array(piece, { maxLength: 60 }), (pieces) => {
      const written = pieces.join("");
      const blocks = readMarkdown(written, words);
      for (const href of linksOf(blocks)) expect(href).toMatch(/^(?:https?:\/\/|mailto:)/);
      expect(depthOf(blocks)).toBeLessThan(20);
    }),
    { numRuns: 500 },
  );
});

function linksOf(blocks: Block[]): string[] {
  return [...JSON.stringify(blocks).matchAll(/"kind":"link","href":("(?:[^"\\]|\\.)*")/g)].map(
    ([, href]) => JSON.parse(href!) as string,
  );
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const isNode = !Array.isArray(value) && "kind" in value;
  return Math.max(0, ...Object.values(value).map(depthOf)) + (isNode ? 1 : 0);
}
