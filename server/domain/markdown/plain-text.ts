import type { UserId } from "#server/domain/ids.ts";
import type { Block, Inline } from "./markdown.ts";

/** A text line by line without markup, for emails and messages. */
export function plainLines(blocks: Block[]): string[] {
  return blocks.flatMap(linesOf).filter((line) => line.trim() !== "");
}

function linesOf(block: Block): string[] {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return plainText(block.of).split("\n");
    case "code":
      return block.text.split("\n");
    case "quote":
      return block.of.flatMap(linesOf).map((line) => `> ${line}`);
    case "list":
      return block.items.flatMap(({ of }) =>
        of.flatMap(linesOf).map((line, index) => (index === 0 ? `- ${line}` : line)),
      );
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(plainText).join(" | "));
    case "rule":
      return [];
  }
}

function plainText(inlines: Inline[]): string {
  return inlines.map(textOf).join("");
}

function textOf(inline: Inline): string {
  switch (inline.kind) {
    case "text":
    case "code":
      return inline.text;
    case "break":
      return "\n";
    case "issue":
      return inline.shortId;
    case "mention":
      return `@${inline.name}`;
    default:
      return plainText(inline.of);
  }
}

/** People mentioned in a text, without duplicates, in order. */
export function mentionedIn(blocks: Block[]): UserId[] {
  return [...new Set(blocks.flatMap(inlinesOf).flatMap(mentions))];
}

function inlinesOf(block: Block): Inline[] {
  if (block.kind === "quote") return block.of.flatMap(inlinesOf);
  if (block.kind === "list") return block.items.flatMap(({ of }) => of.flatMap(inlinesOf));
  if (block.kind === "table") return [block.head, ...block.rows].flat(2);
  return "of" in block ? block.of : [];
}

function mentions(inline: Inline): UserId[] {
  if (inline.kind === "mention") return [inline.userId];
  return "of" in inline ? inline.of.flatMap(mentions) : [];
}
