import { Buffer } from "node:buffer";

const token =
  /[ \t\r\n]*(?:([[\]{}:,])|("(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(true|false|null|NaN|-?Infinity|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?))/uy;
const blank = /[ \t\r\n]*/y;

type Expected = "value" | "value or ]" | "key or }" | "key" | ":" | ", or ]" | ", or }" | "the end";

/**
 * Where a text that `JSON.parse` rejected stops being JSON (UTF-8 byte offset), and what was
 * expected there. The engine's message has a position only for some faults. Slow; for rejected
 * texts only. Never recurses.
 */
export function jsonFault(text: string): { at: number; why: string } {
  const open: ("[" | "{")[] = [];
  let expected: Expected = "value";
  let position = 0;
  for (;;) {
    token.lastIndex = position;
    const match = token.exec(text);
    const next: Expected | undefined | null = match && after(expected, kindOf(match), open);
    if (!match || !next) return fault(text, position, expected);
    expected = next;
    position = token.lastIndex;
  }
}

type Token = "[" | "]" | "{" | "}" | ":" | "," | "string" | "scalar";

function kindOf([, punctuation, string]: RegExpExecArray): Token {
  return (punctuation as Token | undefined) ?? (string === undefined ? "scalar" : "string");
}

/** The state after `token`, or undefined if it is not allowed here. Updates `open`. */
function after(expected: Expected, token: Token, open: ("[" | "{")[]): Expected | undefined {
  if (token === "]" || token === "}")
    return closes(expected, token) ? (open.pop(), afterValue(open)) : undefined;
  if (token === ":") return expected === ":" ? "value" : undefined;
  if (token === ",")
    return expected === ", or ]" ? "value" : expected === ", or }" ? "key" : undefined;
  if (expected === "key" || expected === "key or }") return token === "string" ? ":" : undefined;
  if (expected !== "value" && expected !== "value or ]") return undefined;
  if (token !== "[" && token !== "{") return afterValue(open);
  open.push(token);
  return token === "[" ? "value or ]" : "key or }";
}

const closes = (expected: Expected, token: "]" | "}") => expected.endsWith(` or ${token}`);

function afterValue(open: ("[" | "{")[]): Expected {
  const container = open.at(-1);
  return container === undefined ? "the end" : container === "[" ? ", or ]" : ", or }";
}

function fault(text: string, position: number, expected: Expected): { at: number; why: string } {
  blank.lastIndex = position;
  blank.exec(text);
  const start = blank.lastIndex;
  const found =
    start === text.length
      ? "the text ends"
      : `found ${JSON.stringify(text.slice(start, start + 12))}`;
  return { at: Buffer.byteLength(text.slice(0, start)), why: `expected ${expected}, ${found}` };
}
