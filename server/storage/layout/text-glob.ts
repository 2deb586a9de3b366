import type { TextMatch } from "#server/domain/search/issue-query.ts";

const literal = (text: string) => text.replaceAll(/[*?[]/g, "[$&]");

/** A pattern for SQLite's GLOB, in which `*` alone keeps its meaning. */
export const globOf = (match: TextMatch): string =>
  typeof match === "string" ? literal(match) : match.like.split("*").map(literal).join("*");
