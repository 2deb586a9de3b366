import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { lexer, type Token } from "marked";
import { expect, test } from "vitest";
import { code, fenced, list, paragraphs, words } from "./written.ts";

/** Text with Markdown syntax. */
const hostile = array(
  oneof(
    constantFrom(
      "#",
      "# H",
      "\n",
      "\r\n",
      "\r",
      "```",
      "````",
      "~~~",
      "`",
      "- ",
      "1. ",
      "> ",
      "---",
      "===",
      "|",
      "\\",
    ),
    constantFrom(
      "<b>",
      "[a](b)",
      "![a](b)",
      "[x]: y",
      "**",
      "_",
      "    ",
      "\t",
      "&lt;",
      "\u2028",
      "\u001b[2J",
      "http://a.example",
    ),
    string(),
  ),
  { maxLength: 12 },
).map((parts) => parts.join(""));

const page = (text: string) =>
  paragraphs(
    `# Issue: ${words(text)}`,
    `- Where: ${code(text)}\n- Who: ${words(text)}`,
    list([text, text], 2, (each) => `**A-1** ${words(each)} in ${code(each)}`),
    list([text], 2, (each) => `${words(each)} last`),
    fenced(text),
    "The end.",
  );

/** The page's block structure, regardless of content. */
function shape(tokens: Token[]): unknown[] {
  return tokens
    .filter(({ type }) => type !== "space")
    .map((token) => {
      if (token.type === "list")
        return {
          list: (token["items"] as Token[]).map((item) =>
            shape((item as { tokens: Token[] }).tokens),
          ),
        };
      return token.type;
    });
}

test("no sent text starts a block", () => {
  const harmless = shape(lexer(page("x")));
  assert(
    property(hostile, (text) => {
      expect(shape(lexer(page(text)))).toEqual(harmless);
    }),
    { numRuns: 500 },
  );
});

test("code spans and code blocks contain exactly what was sent", () => {
  expect(code("a`b")).toBe("``a`b``");
  expect(code("`")).toBe("`` ` ``");
  expect(fenced("a\n```\n# b")).toBe("````text\na\n```\n# b\n````");
});

test("terminal controls and direction changes are removed", () => {
  const written = page("a\u001b[31mb\u202ec\u0007");
  // oxlint-disable-next-line no-control-regex -- Exactly these are looked for.
  expect(written).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
});

test("long text is truncated with its full length", () => {
  expect(words("a".repeat(700))).toMatch(/^a{500}… \(200 more characters\)$/);
  expect(list([1, 2, 3], 2, String)).toBe("- 1\n- 2\n- 1 more");
});
