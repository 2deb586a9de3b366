import type { MarkedToken, Token, Tokens } from "marked";
import { BoundedLexer } from "./bounded-lexer.ts";
import { linkTarget } from "./link-target.ts";
import { type Block, type Inline, type ListItem, noWords, type Words } from "./markdown.ts";
import { scanWords } from "./scan-words.ts";

/**
 * Parses GitHub's Markdown without HTML: tags are text, images are links. Never throws; time is
 * linear in the length, which ingestion limits.
 */
export function readMarkdown(text: string, words: Words = noWords): Block[] {
  return new BoundedLexer().lex(text).flatMap((token) => readBlock(token, words));
}

function readBlock(given: Token, words: Words): Block[] {
  const token = given as MarkedToken;
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return [];
    case "heading":
      return [{ kind: "heading", of: readInlines(token.tokens, words) }];
    case "paragraph":
      return [{ kind: "paragraph", of: readInlines(token.tokens, words) }];
    case "code":
      return [{ kind: "code", text: token.text }];
    case "blockquote":
      return [{ kind: "quote", of: token.tokens.flatMap((inner) => readBlock(inner, words)) }];
    case "list":
      return [readList(token, words)];
    case "table":
      return [readTable(token, words)];
    case "hr":
      return [{ kind: "rule" }];
    case "text":
      return [
        {
          kind: "paragraph",
          of: token.tokens ? readInlines(token.tokens, words) : readLines(token.text, words),
        },
      ];
    default:
      return [{ kind: "paragraph", of: readLines(token.raw, words) }];
  }
}

function readList({ ordered, start, items }: Tokens.List, words: Words): Block {
  const read = items.map(({ task, checked, tokens }): ListItem => ({
    ...(task && { done: checked === true }),
    of: tokens.flatMap((token) => readBlock(token, words)),
  }));
  return { kind: "list", ...(ordered && { from: Number(start) || 0 }), items: read };
}

function readTable({ header, rows }: Tokens.Table, words: Words): Block {
  const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => readInlines(tokens, words));
  return { kind: "table", head: cells(header), rows: rows.map(cells) };
}

function readInlines(tokens: Token[], words: Words): Inline[] {
  return joinTexts(tokens.flatMap((token) => readInline(token as MarkedToken))).flatMap((inline) =>
    resolveWords(inline, words),
  );
}

/** Texts are not resolved yet, because a name may span several tokens. */
function readInline(token: MarkedToken): Inline[] {
  switch (token.type) {
    case "strong":
      return [{ kind: "strong", of: inner(token) }];
    case "em":
      return [{ kind: "emphasis", of: inner(token) }];
    case "del":
      return [{ kind: "deleted", of: inner(token) }];
    case "codespan":
      return [{ kind: "code", text: token.text }];
    case "br":
      return [{ kind: "break" }];
    case "link":
    case "image":
      return readLink(token);
    case "escape":
    case "text":
      return [{ kind: "text", text: token.text }];
    default:
      return [{ kind: "text", text: token.raw }];
  }
}

const inner = ({ tokens }: { tokens: Token[] }): Inline[] =>
  joinTexts(tokens.flatMap((token) => readInline(token as MarkedToken)));

/** A link with a forbidden target stays as written. */
function readLink({ type, href, raw, ...link }: Tokens.Link | Tokens.Image): Inline[] {
  const target = linkTarget(href);
  if (target === undefined) return [{ kind: "text", text: raw }];
  const of: Inline[] =
    type === "image" ? [{ kind: "text", text: link.text }] : inner({ tokens: link.tokens ?? [] });
  return [
    { kind: "link", href: target, of: of.some(isSeen) ? of : [{ kind: "text", text: target }] },
  ];
}

const isSeen = (inline: Inline): boolean => !("text" in inline) || inline.text.trim() !== "";

function resolveWords(inline: Inline, words: Words): Inline[] {
  if (inline.kind === "text") return scanWords(inline.text, words);
  if (inline.kind === "link" || !("of" in inline)) return [withoutLinks(inline)];
  return [{ ...inline, of: inline.of.flatMap((each) => resolveWords(each, words)) }];
}

/** Links can't be nested: browsers would close the outer one. */
function withoutLinks(inline: Inline): Inline {
  if (!("of" in inline)) return inline;
  return {
    ...inline,
    of: inline.of.flatMap((each) => (each.kind === "link" ? each.of : [withoutLinks(each)])),
  };
}

function joinTexts(inlines: Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const inline of inlines) {
    const last = joined.at(-1);
    if (last?.kind === "text" && inline.kind === "text")
      joined[joined.length - 1] = { kind: "text", text: last.text + inline.text };
    else joined.push(inline);
  }
  return joined;
}

function readLines(text: string, words: Words): Inline[] {
  const lines = text.trimEnd().split("\n");
  return lines.flatMap((line, index) => [
    ...(index > 0 ? [{ kind: "break" } as const] : []),
    ...scanWords(line, words),
  ]);
}
