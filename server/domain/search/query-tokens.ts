/** A part of the input: `key:value`, `-key:value`, `key:[a,"b c"]`, a word, or a phrase. */
export type QueryToken = QueryValue & {
  /** As typed, for error messages. */
  typed: string;
  /** Its position in the text. */
  at: number;
  key?: string;
  /** A quoted key is literal. */
  isKeyQuoted: boolean;
  isNegated: boolean;
  /** The items in brackets; `value` is then all of it. */
  list?: QueryValue[];
};

export type QueryValue = {
  value: string;
  /** Quotes make signs literal. */
  isQuoted: boolean;
};

// `http://…` is a word. A quoted key may be anything.
const bareKey = /([A-Za-z_][\w.\-/]*):(?!\/\/)/y;
/** Sentry's alternative tag syntax: `tags[plan]:pro`, `tags[size,number]:>5`. */
const bracketedKey = /tags\[([^\s,[\]"]+)(?:,(?:number|string))?\]:/y;
/** `NOT level:info`; next to text, `not` is a word. */
const notBefore = /(?:NOT\s+(?=[A-Za-z_"])|not\s+(?=[a-z_"]))/y;
const quotedText = /"((?:[^"\\]|\\.)*)(?:"|\\?$)/sy;
const bareText = /\S*/y;
const blanks = /\s*/y;
const listItem = /"(?:[^"\\]|\\.)*"|[^\s",[\]]+/;
const wholeList = new RegExp(
  `\\[(?:${listItem.source})(?:,(?:${listItem.source}))*\\](?![^\\s)])`,
  "sy",
);

/**
 * Splits at spaces; a quoted phrase is one token, with `\"` for a quote. An open quote runs to the
 * end. `-`, `!`, or `NOT` negates a key.
 */
export function readTokens(text: string): QueryToken[] {
  const tokens: QueryToken[] = [];
  for (let at = skipBlanks(text, 0); at < text.length; at = skipBlanks(text, at)) {
    const { token, end } = readToken(text, at);
    tokens.push(token);
    at = end;
  }
  return tokens;
}

/** `inGroup`: a bare value ends before an unmatched parenthesis. */
export function readToken(
  text: string,
  at: number,
  inGroup = false,
): { token: QueryToken; end: number } {
  const afterNot = readNot(text, at);
  const isNegated = afterNot > at || text[at] === "-" || text[at] === "!";
  const afterSign = afterNot > at || !isNegated ? afterNot : at + 1;
  const key = readKey(text, afterSign);
  const list = key && readList(text, key.end);
  const { end, ...value } = list ?? readText(text, key?.end ?? afterSign, inGroup);
  const typed = text.slice(at, end);
  return {
    token: {
      typed,
      at,
      ...(key && { key: key.name }),
      isKeyQuoted: key?.isQuoted ?? false,
      ...value,
      isNegated,
    },
    end,
  };
}

/** Start of the part that `NOT` excludes; `at` without `NOT`, or without a key's value after it. */
function readNot(text: string, at: number): number {
  const end = at + (matchAt(notBefore, text, at)?.[0].length ?? 0);
  const key = end > at ? readKey(text, end) : undefined;
  return key && /^[^\s:)]/.test(text.slice(key.end, key.end + 1)) ? end : at;
}

function readKey(
  text: string,
  at: number,
): { name: string; end: number; isQuoted: boolean } | undefined {
  const bare = matchAt(bareKey, text, at);
  if (bare) return { name: bare[1]!, end: at + bare[0].length, isQuoted: false };
  const bracketed = matchAt(bracketedKey, text, at);
  if (bracketed) return { name: bracketed[1]!, end: at + bracketed[0].length, isQuoted: true };
  const quoted = matchAt(quotedText, text, at);
  const end = at + (quoted?.[0].length ?? 0);
  if (!quoted || quoted[1] === "" || text[end] !== ":") return undefined;
  return { name: unescape(quoted[1]!), end: end + 1, isQuoted: true };
}

function readText(text: string, at: number, inGroup = false): QueryValue & { end: number } {
  const quoted = matchAt(quotedText, text, at);
  if (quoted) return { value: unescape(quoted[1]!), end: at + quoted[0].length, isQuoted: true };
  const bare = matchAt(bareText, text, at)?.[0] ?? "";
  const value = inGroup ? bare.slice(0, ownLength(bare)) : bare;
  return { value, end: at + value.length, isQuoted: false };
}

export const hasBalancedParentheses = (text: string): boolean =>
  ownLength(text) === text.length && text.split("(").length === text.split(")").length;

/** Up to the first unmatched closing parenthesis: `fn()` is whole, `fn())` ends before the last. */
function ownLength(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth < 0) return at;
  }
  return text.length;
}

function readList(
  text: string,
  at: number,
): (QueryValue & { end: number; list: QueryValue[] }) | undefined {
  const whole = matchAt(wholeList, text, at)?.[0];
  if (whole === undefined) return undefined;
  const items = whole.slice(1, -1).match(new RegExp(listItem, "gs")) ?? [];
  const list = items.map((item) => ({
    value: readText(item, 0).value,
    isQuoted: item.startsWith('"'),
  }));
  return { value: whole, end: at + whole.length, isQuoted: false, list };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const unescape = (text: string) => text.replaceAll(/\\(.)/gs, "$1");

export const skipBlanks = (text: string, at: number): number =>
  at + (matchAt(blanks, text, at)?.[0].length ?? 0);

/** Text as it must be typed: quoted if it contains spaces or signs. */
export const quoteText = (text: string): string =>
  `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** A part of a query as typed, with another key. */
export function withKey(token: QueryToken, other: string): string {
  const { typed, key = "", isKeyQuoted } = token;
  const sign = signOf(token);
  const [bracketed] = matchAt(bracketedKey, typed, sign.length) ?? [];
  const written = bracketed?.slice(0, -1) ?? (isKeyQuoted ? quoteText(key) : key);
  return sign + printKey(other) + typed.slice(sign.length + written.length);
}

/** The negation as typed: `!`, `-`, or `NOT ` with its spaces. */
export const signOf = ({ typed, isNegated }: Pick<QueryToken, "typed" | "isNegated">): string =>
  isNegated ? (/^(?:[!-]|not\s+)/i.exec(typed)?.[0] ?? "") : "";

/** A key as it must be typed. */
export const printKey = (key: string): string =>
  /^[A-Za-z_][\w.\-/]*$/.test(key) ? key : quoteText(key);
