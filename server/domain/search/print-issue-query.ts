import type { IssueQuery, IssueTerm, StateTerm, TextMatch } from "./issue-query.ts";
import { issueKeys } from "./issue-keys.ts";
import { isKeyOfTag, knownKey, meantKey } from "./issue-query-keys.ts";
import { isAskedByHas } from "./read-issue-term.ts";
import { printKey, quoteText } from "./query-tokens.ts";
import { printNegatedWord, printWord } from "./query-words.ts";

/** The query as text that parses to the same query. */
export function printIssueQuery({ states, levels, words, terms = [] }: IssueQuery): string {
  return [
    ...states.map((state) => `is:${stateName(state)}`),
    ...levels.map((level) => `level:${level}`),
    ...terms.map(printIssueTerm),
    ...words.map(printWord),
  ].join(" ");
}

export function printIssueTerm(term: IssueTerm): string {
  switch (term.kind) {
    case "state":
      return `!is:${listOf(term.values.map(stateName))}`;
    case "level":
      return `!level:${listOf(term.values)}`;
    case "word":
      return term.negated ? printNegatedWord(term.word) : printWord(term.word);
    case "flag":
      return `is:${flagNames[term.flag][term.negated ? 1 : 0]}`;
    case "field":
      return `${sign(term)}${term.field}:${printValues(term.values)}`;
    case "line":
      return `${sign(term)}${term.field}:${printValues(term.values)}`;
    case "number":
      return `${sign(term)}${printTagKey(term.key)}:${term.sign}${term.number}`;
    case "trace":
      return `${sign(term)}trace:${listOf(term.traces)}`;
    case "any":
      return `${sign(term)}(${term.queries.map(printIssueQuery).join(" OR ")})`;
    case "tag":
      return `${sign(term)}${printTagKey(term.key)}:${printValues(term.values)}`;
    case "has":
      return `${sign(term)}has:${isAskedByHas(term.key) ? term.key : printHasKey(term.key)}`;
    case "count":
      return `${term.field}:${term.sign === "=" ? "" : term.sign}${term.count}`;
    case "time":
      return `${term.field}:${term.sign}${term.moment}`;
    case "age":
      return `${term.field}:${term.isOlder ? "+" : "-"}${term.age}`;
  }
}

/** As shown on pages. */
const stateName = (state: StateTerm): string => (state === "open" ? "unresolved" : state);

// An alias would be parsed as the key itself.
const printHasKey = (key: string): string => (knownKey(key) ? quoteText(key) : printValue(key));

const flagNames = {
  unhandled: ["unhandled", "handled"],
  assigned: ["assigned", "unassigned"],
} as const;
const sign = ({ negated }: { negated: boolean }) => (negated ? "!" : "");
const listOf = (names: string[]) => (names.length === 1 ? names[0] : `[${names.join()}]`);

/** Quoted if it would be parsed as one of ours, as a misspelling, or as a word. */
function printTagKey(key: string): string {
  const token = { typed: "", at: 0, key, isKeyQuoted: false, isNegated: false, isQuoted: false };
  if (isTagOfOurs(key)) return key;
  const isPlain =
    !knownKey(key) &&
    !meantKey(key) &&
    isKeyOfTag({ ...token, value: "x" }) &&
    isKeyOfTag({ ...token, value: "1" });
  return isPlain ? printKey(key) : quoteText(key);
}

/** A key of the table that searches tags (`browser`) is the same with or without quotes. */
const isTagOfOurs = (key: string): boolean =>
  Object.hasOwn(issueKeys, key) && "tags" in issueKeys[key as keyof typeof issueKeys];

function printValues(values: TextMatch[]): string {
  const [first = "", ...others] = values.map(printValue);
  // Alone, a leading sign would compare, and `//` would make a URL of it.
  const isAlone = others.length === 0 && !/^(?:[<>:]|\/\/)/.test(first);
  return isAlone ? first : `[${[first, ...others].join()}]`;
}

function printValue(value: TextMatch): string {
  if (typeof value !== "string") return value.like;
  return /^[^\s"\\<>*,:/[\]()][^\s"\\*,[\]()]*$/.test(value) ? value : quoteText(value);
}
