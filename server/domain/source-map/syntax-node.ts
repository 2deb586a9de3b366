import { isObject } from "#server/domain/json.ts";

/**
 * A node of a syntax tree as `@babel/parser` makes it, read as data: of its 250 kinds of nodes a
 * dozen matter here. Its shapes:
 * https://github.com/babel/babel/blob/main/packages/babel-parser/ast/spec.md
 */
export type SyntaxNode = {
  type: string;
  /** Lines are 1-based, columns 0-based. */
  loc: { start: { line: number; column: number }; end: { line: number; column: number } };
  [field: string]: unknown;
};

export const isNode = (value: unknown): value is SyntaxNode =>
  isObject(value) && typeof value.type === "string" && isObject(value.loc) && "start" in value.loc;

/** The child of a node by its field; undefined where it has none. */
export function child(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  const value = node?.[field];
  return isNode(value) ? value : undefined;
}
