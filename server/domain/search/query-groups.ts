import { type QueryToken, readToken, readTokens, skipBlanks } from "./query-tokens.ts";

/** A part of a query: a token or a group. */
export type QueryNode = QueryToken | QueryGroup;

/** Any of the alternatives matches; all parts of an alternative must. */
export type QueryGroup = {
  alternatives: QueryNode[][];
  isNegated: boolean;
  typed: string;
  at: number;
};

/** Where a query is invalid, and why; `instead`: the suggested part. */
export type WrongPart = { at: number; typed: string; because: string; instead?: string };

const mostParts = 100;
const deepest = 10;

export const isGroup = (node: QueryNode): node is QueryGroup => "alternatives" in node;

/**
 * A query as its alternatives: `a b OR c` has two. AND binds tighter than OR. A parenthesis starts
 * a group at the start of a part (`(reading x)`), not inside a word (`fn()`). In a query without
 * groups and operators, `)` and `()` are text, as in pasted messages.
 */
export function readQueryGroups(text: string): QueryGroup | WrongPart {
  const tokens = readTokens(text);
  if (tokens.length > mostParts)
    return {
      at: tokens[mostParts]!.at,
      typed: tokens[mostParts]!.typed,
      because: `A search can have at most ${mostParts} terms.`,
    };
  if (!hasGroups(text)) return { alternatives: [tokens], isNegated: false, typed: text, at: 0 };
  return new GroupReader(text).whole();
}

/** All tokens of a valid text. */
export function tokensOf(text: string): QueryToken[] {
  const groups = readQueryGroups(text);
  return "because" in groups ? [] : groups.alternatives.flat().flatMap(tokensIn);
}

const tokensIn = (node: QueryNode): QueryToken[] =>
  isGroup(node) ? node.alternatives.flat().flatMap(tokensIn) : [node];

// `not (a:1 OR b:2)` excludes a group; `is not (evaluating 'x')` is text.
const sign = String.raw`(?:[!-]|NOT\s+|not\s+(?=\(+\s*[!-]?[a-z_][\w.\-/]*:[^\s:/]))?`;
const opening = new RegExp(String.raw`${sign}\(+`, "y");
const groupSign = new RegExp(String.raw`${sign}(?=\()`, "y");
const closing = /[)\s]*/y;

function hasGroups(text: string): boolean {
  for (let at = skipBlanks(text, 0); at < text.length; at = after(closing, text, at)) {
    const inside = after(opening, text, at);
    if (inside > at && (text[at] !== "(" || text[skipBlanks(text, inside)] !== ")")) return true;
    const { token, end } = readToken(text, inside, true);
    if (isOperator(token)) return true;
    at = Math.max(end, at + 1);
  }
  return false;
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** In capitals and unquoted; otherwise, they are words. */
const isOperator = ({ key, value, isQuoted, isNegated }: QueryToken): boolean =>
  key === undefined && !isQuoted && !isNegated && (value === "OR" || value === "AND");

class GroupReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #wrong: WrongPart | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): QueryGroup | WrongPart {
    const alternatives = this.#alternatives();
    if (!this.#wrong && this.#at < this.#text.length)
      this.#fail(this.#at, ")", "The opening parenthesis is missing. Use quotes to search for it.");
    return this.#wrong ?? { alternatives, isNegated: false, typed: this.#text, at: 0 };
  }

  /** Up to the end or the group's closing parenthesis. */
  #alternatives(): QueryNode[][] {
    const alternatives: QueryNode[][] = [[]];
    let operator: QueryToken | undefined;
    for (let node = this.#next(); node && !this.#wrong; node = this.#next()) {
      if (isGroup(node) || !isOperator(node)) {
        alternatives.at(-1)!.push(node);
        operator = undefined;
        continue;
      }
      if (operator || alternatives.at(-1)!.length === 0) this.#lonely(node);
      operator = node;
      if (node.value === "OR") alternatives.push([]);
    }
    if (operator) this.#lonely(operator);
    return alternatives;
  }

  #next(): QueryNode | undefined {
    this.#at = skipBlanks(this.#text, this.#at);
    if (this.#at >= this.#text.length || this.#text[this.#at] === ")") return undefined;
    const begin = after(groupSign, this.#text, this.#at);
    if (begin > this.#at || this.#text[begin] === "(") return this.#group(begin);
    const { token, end } = readToken(this.#text, this.#at, true);
    this.#at = end;
    return token;
  }

  /** `begin`: its parenthesis, after the negation. */
  #group(begin: number): QueryGroup {
    const at = this.#at;
    const isNegated = begin > at;
    this.#at = begin + 1;
    const isTooDeep = ++this.#depth > deepest;
    const alternatives = isTooDeep ? [[]] : this.#alternatives();
    this.#depth--;
    const typed = () => this.#text.slice(at, this.#at);
    if (isTooDeep) this.#fail(at, "(", `Parentheses can be nested at most ${deepest} deep.`);
    else if (this.#text[this.#at] !== ")")
      this.#fail(at, typed(), "The closing parenthesis is missing. Use quotes to search for it.");
    this.#at++;
    if (alternatives.every((parts) => parts.length === 0))
      this.#fail(at, typed(), "These parentheses are empty.");
    return { alternatives, isNegated, typed: typed(), at };
  }

  #lonely({ at, typed, value }: QueryToken): void {
    this.#fail(
      at,
      typed,
      `Use ${value} between two terms. To search for the word, use quotes: "${value}".`,
    );
  }

  #fail(at: number, typed: string, because: string): void {
    this.#wrong ??= { at, typed, because };
  }
}
