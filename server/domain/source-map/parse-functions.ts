import { parse, type ParserPlugin } from "@babel/parser";
import { functionName } from "./function-name.ts";
import type { FunctionRange } from "./function-ranges.ts";
import { isNode, type SyntaxNode } from "./syntax-node.ts";

/** A larger source is a bundle or data: parsing it would block other work. */
const longestSource = 1 << 20;

/**
 * The functions of an original source: JavaScript or TypeScript with or without JSX, and scripts of
 * Vue, Svelte, and Astro files. Undefined if it can't be parsed.
 */
export function parseFunctions(text: string, file: string): FunctionRange[] | undefined {
  if (text.length > longestSource) return undefined;
  const script = /\.(?:vue|svelte|astro)$/.test(file) ? scriptsOf(text) : text;
  for (const plugins of dialectsOf(file)) {
    try {
      const { program } = withoutStacks(() => parse(script, { ...tolerant, plugins }));
      return functionsIn(program as unknown as SyntaxNode);
    } catch {
      // Another dialect may fit. Sources are untrusted: nesting that exhausts the stack also ends
      // here.
    }
  }
  return undefined;
}

/**
 * The parser creates an error for each recovered mistake, and their stacks take four fifths of its
 * time in a broken source.
 */
function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const tolerant = {
  sourceType: "unambiguous",
  errorRecovery: true,
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowUndeclaredExports: true,
  attachComment: false,
} as const;

function dialectsOf(file: string): ParserPlugin[][] {
  const typescript: ParserPlugin[][] = [["typescript", "decorators-legacy"]];
  const typescriptJsx: ParserPlugin[][] = [["typescript", "jsx", "decorators-legacy"]];
  if (/\.[cm]?ts$/.test(file)) return typescript;
  if (/\.(?:tsx|vue|svelte|astro)$/.test(file)) return typescriptJsx;
  return [["jsx", "decorators-legacy"], ["jsx", "flow", "decorators-legacy"], ...typescriptJsx];
}

/** Replaces everything but the scripts by spaces, so that positions stay the same. */
function scriptsOf(text: string): string {
  const blank = (part: string) => part.replace(/[^\r\n]/g, " ");
  let [script, at] = ["", 0];
  for (const match of text.matchAll(
    /(<script\b[^>]*>|^---\r?\n)([\s\S]*?)(?:<\/script>|^---\r?$)/gim,
  )) {
    const from = match.index + match[1]!.length;
    const to = from + match[2]!.length;
    script += blank(text.slice(at, from)) + text.slice(from, to);
    at = to;
  }
  return script + blank(text.slice(at));
}

function functionsIn(program: SyntaxNode): FunctionRange[] {
  const ranges: FunctionRange[] = [];
  const ancestors: SyntaxNode[] = [];
  visit(program);
  return ranges;

  function visit(node: SyntaxNode): void {
    if (functionTypes.has(node.type)) {
      const name = functionName(node, ancestors);
      const { start, end } = node.loc;
      ranges.push({
        start: { line: start.line, column: start.column + 1 },
        end: { line: end.line, column: end.column + 1 },
        ...(name !== undefined && { name }),
      });
    }
    ancestors.push(node);
    for (const value of Object.values(node)) {
      if (isNode(value)) visit(value);
      else if (Array.isArray(value)) for (const each of value) if (isNode(each)) visit(each);
    }
    ancestors.pop();
  }
}

const functionTypes = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ObjectMethod",
  "ClassMethod",
  "ClassPrivateMethod",
]);
