import type { UserId } from "#server/domain/ids.ts";

/**
 * What people wrote, as a tree that pages print element by element and letters as plain text. There
 * is no HTML in it and no address but those that `link-target.ts` let through; headings have no
 * level, since a text has no say in a page's outline.
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

/** `done`: a box that is checked or not; absent: no box. */
export type ListItem = { done?: boolean; of: Block[] };

export type Inline =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "emphasis" | "deleted"; of: Inline[] }
  | { kind: "link"; href: string; of: Inline[] }
  /** A path within Spoor, without base path. */
  | { kind: "issue"; shortId: string; path: string }
  | { kind: "mention"; userId: UserId; name: string }
  | { kind: "break" };

/** What words mean where a text is read: undefined leaves them as they are. */
export type Words = {
  /** `mira` of `@mira`, or `mira@example.com`. */
  person(name: string): { id: UserId; name: string } | undefined;
  /** `SHOP-142` → its path. */
  issue(shortId: string): string | undefined;
};

export const noWords: Words = { person: () => undefined, issue: () => undefined };
