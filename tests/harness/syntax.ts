import { readFileSync } from "node:fs";
import { parseSync } from "vite";

/** A node of the syntax tree (ESTree), as far as tests read it. */
export type SyntaxNode = { type: string; start: number; [field: string]: unknown };

export type Syntax = {
  program: SyntaxNode;
  comments: { value: string; start: number }[];
  lineOf: (start: number) => number;
};

/**
 * The syntax of a TypeScript file, read by the bundler's parser, which takes a tenth of the time of
 * one written in JavaScript: some tests read every file.
 */
export function syntaxOf(path: string): Syntax {
  const source = readFileSync(path, "utf8");
  const parsed = parseSync(path, source);
  if (parsed.errors.length > 0) throw new Error(`${path}: ${parsed.errors[0]!.message}`);
  return {
    // Its JSON is read on the first use.
    get program() {
      return parsed.program as unknown as SyntaxNode;
    },
    comments: parsed.comments,
    lineOf: (start) => source.slice(0, start).split("\n").length,
  };
}

/** Calls `visit` for each node below, parents first; it returns false to skip a node's children. */
export function walkSyntax(value: unknown, visit: (node: SyntaxNode) => boolean | void): void {
  if (Array.isArray(value)) {
    for (const each of value) walkSyntax(each, visit);
    return;
  }
  if (typeof value !== "object" || value === null || !("type" in value)) return;
  if (visit(value as SyntaxNode) === false) return;
  for (const field of Object.values(value)) if (typeof field === "object") walkSyntax(field, visit);
}

/** The value of a string literal. */
export const stringOf = ({ type, value }: SyntaxNode): string | undefined =>
  type === "Literal" && typeof value === "string" ? value : undefined;
