import { isObject } from "#server/domain/json.ts";

/**
 * A syntax tree node of `@babel/parser`, read as data: a dozen of its 250 kinds matter here.
 * Formats: https://github.com/babel/babel/blob/main/packages/babel-parser/ast/spec.md
 */
export type SyntaxNode = {
  type: string;
  /** Lines are 1-based, columns 0-based. */
  loc: { start: { line: number; column: number }; end: { line: number; column: number } };
  [field: string]: unknown;
};

export const isNode = (value: unknown): value is SyntaxNode =>
  isObject(value) && typeof value.type === "string" && isObject(value.loc) && "start" in value.loc;

/** The child of a node by its field; undefined if it has none. */
export function child(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  const value = node?.[field];
  return isNode(value) ? value : undefined;
}
