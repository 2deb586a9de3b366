import { isKeyOfTag, type KnownKey, knownKey, meantKey } from "./issue-query-keys.ts";
import type { IssueQuery, IssueTerm, TextField, WrongQuery } from "./issue-query.ts";
import { type QueryToken, readTokens } from "./query-tokens.ts";
import { readCounts, readIs, readLevels, readMatches, readTimes, type Wrong } from "./read-issue-term.ts";

/**
 * What was typed into the issue list's search box: `is:unresolved level:[error,fatal] browser:Chrome* -timeout "no line
 * item"`. Several `is:` states or `level:` mean any of them, everything else must hold; `!` or `-` turns round what
 * follows. A key that is none of Spoor's is a tag (`isKeyOfTag`). What cannot be read names its part and what would be right.
 */
export function parseIssueQuery(text: string): { query: IssueQuery } | WrongQuery {
  const reading: Reading = { states: [], levels: [], words: [], terms: [] };
  for (const token of readTokens(text)) {
    const wrong = addToken(reading, token);
    if (wrong) return wrongAt(token, wrong);
  }
  const { terms, ...query } = reading;
  return { query: terms.length > 0 ? { ...query, terms } : query };
}

type Reading = IssueQuery & { terms: IssueTerm[] };

function addToken(query: Reading, token: QueryToken): Wrong | undefined {
  if (token.key === undefined) return addWord(query, token);
  const known = token.isKeyQuoted ? undefined : knownKey(token.key);
  if (known) return addKnown(query, known, token);
  if (!isKeyOfTag(token)) return addPasted(query, token);
  const meant = token.isKeyQuoted ? undefined : meantKey(token.key);
  if (meant) return { because: `Did you mean ${meant}:? A tag of that name goes in quotes: "${token.key}":…` };
  return addMatches(query, token, (values) => ({ kind: "tag", key: token.key!, values, negated: token.isNegated }));
}

function addWord(query: Reading, { typed, value, isQuoted, isNegated }: QueryToken): undefined {
  // A lone minus, `--watch` and `-1` are words of messages.
  const isMeant = isNegated && value !== "" && (isQuoted || !/^[-\d]/.test(value));
  if (isMeant) return addTerms(query, [{ kind: "word", word: value, negated: true }]);
  addTo(query.words, isNegated && !isQuoted ? typed : value);
}

/** A key that is none: what a message has around a colon is looked for as it stands. */
function addPasted(query: Reading, { key, value, isNegated, typed }: QueryToken): undefined {
  // Titles have a colon between type and message that neither of them has.
  const word = value === "" ? key! : `${key}:${value}`;
  if (isNegated && typed.startsWith("-")) return addTerms(query, [{ kind: "word", word, negated: true }]);
  addTo(query.words, isNegated ? `!${word}` : word);
}

function addKnown(query: Reading, key: KnownKey, token: QueryToken): Wrong | undefined {
  if (token.value === "" && !token.isQuoted) return { because: "There is nothing after the colon to look for." };
  switch (key) {
    case "is":
      return addStates(query, token);
    case "level":
      return addLevels(query, token);
    case "has":
      if (token.list) return { because: "One key at a time goes after has:." };
      return addTerms(query, [{ kind: "has", key: token.value, negated: token.isNegated }]);
    case "times-seen":
    case "users":
      return addTerms(query, readCounts(key, token));
    case "first-seen":
    case "last-seen":
      return addTerms(query, readTimes(key, token));
    default:
      return addField(query, key, token);
  }
}

function addStates(query: Reading, token: QueryToken): Wrong | undefined {
  const read = readIs(token);
  if ("because" in read) return read;
  if (!Array.isArray(read)) return addTerms(query, [read]);
  if (token.isNegated) return addTerms(query, [{ kind: "state", values: [...new Set(read)], negated: true }]);
  for (const state of read) addTo(query.states, state);
  return undefined;
}

function addLevels(query: Reading, token: QueryToken): Wrong | undefined {
  const read = readLevels(token);
  if ("because" in read) return read;
  if (read.length === 0) return { because: "No level lies beyond that." };
  if (token.isNegated) return addTerms(query, [{ kind: "level", values: [...new Set(read)], negated: true }]);
  for (const level of read) addTo(query.levels, level);
  return undefined;
}

function addField(query: Reading, field: TextField, token: QueryToken): Wrong | undefined {
  return addMatches(query, token, (values) => ({ kind: "field", field, values, negated: token.isNegated }));
}

function addMatches(
  query: Reading,
  token: QueryToken,
  termOf: (values: Exclude<ReturnType<typeof readMatches>, Wrong>) => IssueTerm,
): Wrong | undefined {
  const values = readMatches(token);
  return "because" in values ? values : addTerms(query, [termOf(values)]);
}

function addTerms({ terms }: Reading, read: IssueTerm[]): undefined;
function addTerms({ terms }: Reading, read: IssueTerm[] | Wrong): Wrong | undefined;
function addTerms({ terms }: Reading, read: IssueTerm[] | Wrong): Wrong | undefined {
  if ("because" in read) return read;
  for (const term of read) {
    if (!terms.some((other) => JSON.stringify(other) === JSON.stringify(term))) terms.push(term);
  }
  return undefined;
}

function addTo<Text extends string>(list: Text[], text: Text): void {
  if (text !== "" && !list.includes(text)) list.push(text);
}

function wrongAt({ at, typed }: QueryToken, { because }: Wrong): WrongQuery {
  const detail = `The search does not understand ${typed}. ${because}`;
  return { problem: "invalid", detail, from: at, to: at + typed.length };
}
