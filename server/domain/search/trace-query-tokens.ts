/** A part of what was typed: `key:value`, `-key:value`, a word or a phrase. */
export type QueryToken = {
  /** As it was typed, for the sentence that says what is wrong with it. */
  typed: string;
  key?: string;
  value: string;
  /** Quotes take their special meaning from signs. */
  isQuoted: boolean;
  isNegated: boolean;
};

// `http://…` is a word. A key in quotes may be anything.
const bareKey = /([A-Za-z_][\w.\-/]*):(?!\/\/)/y;
const quotedText = /"((?:[^"\\]|\\.)*)(?:"|\\?$)/sy;
const bareText = /\S*/y;
const blanks = /\s*/y;

/** Splits at blanks; a phrase in quotes is one, with `\"` for a quote in it. An open quote runs to the end. */
export function readTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const { token, end } = readToken(text, at);
    tokens.push(token);
    at = end;
  }
  return tokens;
}

function readToken(text: string, start: number): { token: QueryToken; end: number } {
  const isNegated = text[start] === "-";
  const key = readKey(text, isNegated ? start + 1 : start);
  const { value, end, isQuoted } = readText(text, key?.end ?? (isNegated ? start + 1 : start));
  const typed = text.slice(start, end);
  return { token: { typed, ...(key && { key: key.name }), value, isQuoted, isNegated }, end };
}

function readKey(text: string, at: number): { name: string; end: number } | undefined {
  const bare = matchAt(bareKey, text, at);
  if (bare) return { name: bare[1]!, end: at + bare[0].length };
  const quoted = matchAt(quotedText, text, at);
  const end = at + (quoted?.[0].length ?? 0);
  return quoted && quoted[1] !== "" && text[end] === ":" ? { name: unescape(quoted[1]!), end: end + 1 } : undefined;
}

function readText(text: string, at: number): { value: string; end: number; isQuoted: boolean } {
  const quoted = matchAt(quotedText, text, at);
  if (quoted) return { value: unescape(quoted[1]!), end: at + quoted[0].length, isQuoted: true };
  const value = matchAt(bareText, text, at)?.[0] ?? "";
  return { value, end: at + value.length, isQuoted: false };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const unescape = (text: string) => text.replaceAll(/\\(.)/gs, "$1");

const skipBlanks = (text: string, at: number): number => at + (matchAt(blanks, text, at)?.[0].length ?? 0);

/** Text as it must be typed to be read as itself: in quotes where it holds blanks or signs. */
export const quoteText = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** A key as it must be typed. */
export const printKey = (key: string): string => (/^[A-Za-z_][\w.\-/]*$/.test(key) ? key : quoteText(key));
