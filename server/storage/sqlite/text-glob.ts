import type { TextMatch } from "#server/domain/search/issue-query.ts";

const literal = (text: string) => text.replaceAll(/[*?[]/g, "[$&]");

/** A pattern for SQLite's GLOB, in which `*` alone keeps its meaning. */
export const globOf = (match: TextMatch): string =>
  typeof match === "string" ? literal(match) : match.like.split("*").map(literal).join("*");

/** The same as an expression, for lists too short to ask the database about. */
export function isLike(text: string, match: TextMatch): boolean {
  if (typeof match === "string") return text === match;
  const parts = match.like.split("*").map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(text);
}
