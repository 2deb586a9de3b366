import type { UserId } from "#server/domain/ids.ts";

/**
 * Parsed Markdown as a tree, rendered element by element with text as plain text. Contains no HTML,
 * and only URLs allowed by `link-target.ts`. Headings have no level, because a comment must not
 * affect a page's outline.
 */
export type Block =
  | { kind: "paragraph" | "heading"; of: Inline[] }
  | { kind: "code"; text: string }
  | { kind: "quote"; of: Block[] }
  | {
      kind: "list";
      /** Number of the first item; absent: bullets. */ from?: number;
      items: ListItem[];
    }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "rule" };

/** `done`: a checkbox and its state; absent: no checkbox. */
export type ListItem = { done?: boolean; of: Block[] };

export type Inline =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "emphasis" | "deleted"; of: Inline[] }
  | { kind: "link"; href: string; of: Inline[] }
  /** A path within Spoor, without base path. */
  | { kind: "issue"; shortId: string; path: string }
  | { kind: "mention"; userId: UserId; name: string }
  | { kind: "break" };

/** Resolves words in a text; undefined leaves them unchanged. */
export type Words = {
  /** `mira` of `@mira`, or `mira@example.com`. */
  person(name: string): { id: UserId; name: string } | undefined;
  /** `SHOP-142` → its path. */
  issue(shortId: string): string | undefined;
};

export const noWords: Words = { person: () => undefined, issue: () => undefined };
