import type { TextMatch } from "#server/domain/search/issue-query.ts";

// SQLite ends a pattern at U+0000, after which "*" would match everything. No stored text contains
// this noncharacter.
const literal = (text: string) => text.replaceAll(/[*?[]/g, "[$&]").replaceAll("\0", "\u{10ffff}");

/** A pattern for SQLite's GLOB in which only `*` is special. */
export const globOf = (match: TextMatch): string =>
  typeof match === "string" ? literal(match) : match.like.split("*").map(literal).join("*");

const literalLike = (text: string) => text.replaceAll(/[%_\\]/g, String.raw`\$&`);

/** The same for PostgreSQL's LIKE. */
export const likeOf = (match: TextMatch): string =>
  typeof match === "string" ? literalLike(match) : match.like.split("*").map(literalLike).join("%");

/** For GLOB: anything that contains the match. */
export const globAnywhere = (match: TextMatch): string => `*${globOf(match)}*`;

/** For LIKE: anything that contains the match. */
export const anywhere = (match: TextMatch): string => `%${likeOf(match)}%`;

export const lowered = (match: TextMatch): TextMatch =>
  typeof match === "string" ? match.toLowerCase() : { like: match.like.toLowerCase() };
