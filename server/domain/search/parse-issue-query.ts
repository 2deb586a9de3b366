import { isKeyOfTag, knownKey, meantKey } from "./issue-query-keys.ts";
import type { KnownKey } from "./issue-keys.ts";
import {
  type IssueQuery,
  type IssueTerm,
  lineFields,
  textFields,
  type WrongQuery,
} from "./issue-query.ts";
import {
  isGroup,
  type QueryGroup,
  type QueryNode,
  readQueryGroups,
  type WrongPart,
} from "./query-groups.ts";
import { type QueryToken, withKey } from "./query-tokens.ts";
import { readWord } from "./query-words.ts";
import {
  readCounts,
  readHandled,
  readHas,
  readIs,
  readLevels,
  readMatches,
  readNumber,
  readTimes,
  readTraces,
  type Wrong,
} from "./read-issue-term.ts";

/**
 * Parses an issue search: `is:unresolved level:[error,fatal] (browser:Chrome* OR os:iOS) -timeout`.
 * Several `is:` states or `level:` match any of them, everything else must match; `!` or `-`
 * negates a term. Unknown keys are tags (`isKeyOfTag`). Errors have the part and a suggestion.
 */
export function parseIssueQuery(text: string): { query: IssueQuery } | WrongQuery {
  const groups = readQueryGroups(text);
  const query = "because" in groups ? groups : queryOf(groups, true);
  return "because" in query ? wrongAt(query) : { query };
}

type Reading = IssueQuery & { terms: IssueTerm[] };

/** `isWhole`: the group is the whole search, which may match everything. */
function queryOf({ alternatives }: QueryGroup, isWhole = false): IssueQuery | WrongPart {
  const queries: IssueQuery[] = [];
  for (const parts of alternatives) {
    const query = queryOfParts(parts);
    if ("because" in query) return query;
    if (matchesAll(query) && !(isWhole && alternatives.length === 1)) {
      const { at, typed } = parts[0]!;
      return { at, typed, because: "It matches everything. Remove it, or add text." };
    }
    queries.push(query);
  }
  return queries.length === 1
    ? queries[0]!
    : { ...everything, terms: [{ kind: "any", queries, negated: false }] };
}

const matchesAll = ({ states, levels, words, terms = [] }: IssueQuery): boolean =>
  states.length + levels.length + words.length + terms.length === 0;

const everything = { states: [], levels: [], words: [] };

function queryOfParts(parts: QueryNode[]): IssueQuery | WrongPart {
  const reading: Reading = { states: [], levels: [], words: [], terms: [] };
  for (const part of parts) {
    const wrong = isGroup(part) ? addGroup(reading, part) : located(part, addToken(reading, part));
    if (wrong) return wrong;
  }
  const { terms, ...query } = reading;
  return terms.length > 0 ? { ...query, terms } : query;
}

const located = ({ at, typed }: QueryToken, wrong: Wrong | undefined): WrongPart | undefined =>
  wrong && { at, typed, ...wrong };

function addGroup(reading: Reading, group: QueryGroup): WrongPart | undefined {
  const query = queryOf({ ...group });
  if ("because" in query) return query;
  const [term, ...others] = query.terms ?? [];
  const isAny = isOnlyTerms(query) && others.length === 0 && term?.kind === "any" && !term.negated;
  if (isAny) return addTerms(reading, [{ ...term, negated: group.isNegated }]);
  if (group.isNegated || !isOnlyTerms(query))
    return addTerms(reading, [{ kind: "any", queries: [query], negated: group.isNegated }]);
  addTerms(reading, query.terms ?? []);
  for (const word of query.words) addTo(reading.words, word);
  return undefined;
}

/** States and levels of a group are not alternatives to those next to the group. */
const isOnlyTerms = ({ states, levels }: IssueQuery): boolean =>
  states.length === 0 && levels.length === 0;

function addToken(query: Reading, token: QueryToken): Wrong | undefined {
  if (token.key === undefined) return addWord(query, token);
  const known = token.isKeyQuoted ? undefined : knownKey(token.key);
  if (known) return addKnown(query, known, token);
  if (!isKeyOfTag(token)) return addPasted(query, token);
  const meant = token.isKeyQuoted ? undefined : meantKey(token.key);
  if (meant)
    return {
      because: `Did you mean ${meant}:? For a tag of that name, use quotes: "${token.key}":…`,
      instead: withKey(token, meant),
    };
  return addTag(query, token.key, token);
}

function addTag(query: Reading, key: string, token: QueryToken): Wrong | undefined {
  const number = readNumber(key, token);
  if (number) return addTerms(query, [number]);
  return addMatches(query, token, (values) => ({
    kind: "tag",
    key,
    values,
    negated: token.isNegated,
  }));
}

function addWord(query: Reading, token: QueryToken): undefined {
  const { word, isNegated = false } = readWord(token) ?? {};
  if (word === undefined) return;
  if (typeof word === "string" && !isNegated) return addTo(query.words, word);
  addTerms(query, [{ kind: "word", word, negated: isNegated }]);
}

/** Not a key: text around a colon in a message is searched as it is. */
function addPasted(query: Reading, token: QueryToken): undefined {
  const { key, value, typed } = token;
  const isText = /^not\s/.test(typed);
  if (isText) addTo(query.words, "not");
  // Titles have a colon between type and message that is part of neither.
  const text = value === "" ? key! : `${key}:${value}`;
  addWord(query, { ...token, value: text, ...(isText && { typed: text, isNegated: false }) });
}

function addKnown(query: Reading, key: KnownKey, token: QueryToken): Wrong | undefined {
  if (token.value === "" && !token.isQuoted)
    return { because: "The value after the colon is missing." };
  switch (key) {
    case "is":
      return addStates(query, token);
    case "level":
      return addLevels(query, token);
    case "has":
      return addTerms(query, asList(readHas(token)));
    case "times-seen":
    case "users":
      return addTerms(query, readCounts(key, token));
    case "first-seen":
    case "last-seen":
      return addTerms(query, readTimes(key, token));
    case "error.handled":
    case "error.unhandled":
      return addTerms(query, asList(readHandled(key, token)));
    case "trace":
      return addTerms(query, asList(readTraces(token)));
    default:
      return addField(query, key, token);
  }
}

const asList = (term: IssueTerm | Wrong): IssueTerm[] | Wrong =>
  "because" in term ? term : [term];

function addStates(query: Reading, token: QueryToken): Wrong | undefined {
  const read = readIs(token);
  if ("because" in read) return read;
  if (!Array.isArray(read)) return addTerms(query, [read]);
  if (token.isNegated)
    return addTerms(query, [{ kind: "state", values: [...new Set(read)], negated: true }]);
  for (const state of read) addTo(query.states, state);
  return undefined;
}

function addLevels(query: Reading, token: QueryToken): Wrong | undefined {
  const read = readLevels(token);
  if ("because" in read) return read;
  if (read.length === 0) return { because: "No level is in that range." };
  if (token.isNegated)
    return addTerms(query, [{ kind: "level", values: [...new Set(read)], negated: true }]);
  for (const level of read) addTo(query.levels, level);
  return undefined;
}

function addField(query: Reading, key: KnownKey, token: QueryToken): Wrong | undefined {
  const { isNegated: negated } = token;
  if (isOneOf(lineFields, key))
    return addMatches(query, token, (values) => ({ kind: "line", field: key, values, negated }));
  if (isOneOf(textFields, key))
    return addMatches(query, token, (values) => ({ kind: "field", field: key, values, negated }));
  return addTag(query, key, token);
}

const isOneOf = <Name extends string>(names: readonly Name[], key: string): key is Name =>
  (names as readonly string[]).includes(key);

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

function addTo<Text extends string>(list: Text[], text: Text): undefined {
  if (text !== "" && !list.includes(text)) list.push(text);
}

function wrongAt({ at, typed, because, instead }: WrongPart): WrongQuery {
  const detail = `Can't search for ${typed}. ${because}`;
  return {
    problem: "invalid",
    detail,
    from: at,
    to: at + typed.length,
    ...(instead !== undefined && { instead }),
  };
}
