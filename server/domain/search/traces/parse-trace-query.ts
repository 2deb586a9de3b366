import { normalizeRoute } from "#server/domain/trace/route-tree/route-key.ts";
import { spanKinds } from "#server/domain/trace/span.ts";
import { isField } from "#server/domain/trace/terms/terms.ts";
import { type UnlistedKind, unlistedKinds } from "#server/domain/trace/listing/unlisted.ts";
import type { WrongQuery } from "#server/domain/search/issue-query.ts";
import {
  isGroup,
  type QueryGroup,
  type QueryNode,
  readQueryGroups,
  type WrongPart,
} from "#server/domain/search/query-groups.ts";
import { type QueryToken, signOf } from "#server/domain/search/query-tokens.ts";
import { readWord } from "#server/domain/search/query-words.ts";
import { fieldOr, httpStatus, statusAttribute, unlistedKindIn } from "./trace-keys.ts";
import type { AttributeTerm, Range, TermTest, TraceQuery } from "./trace-query.ts";
import { searchQueriesToo, searchUsersToo } from "#server/domain/search/words-in-queries.ts";
import { narrow, readCountRange, readDurationRange } from "./trace-query-duration.ts";

export type WrongTraceQuery = WrongQuery;

/**
 * Parses a trace search: `service:web (status:error OR duration:>100ms) -db.query.text:orders
 * cart`. A key is a field (service, name, route, kind, status, duration, spans, errors,
 * environment, release, is) or any attribute; a word is part of a span's name (with an SQL keyword,
 * also of a query's text); `-` or `!` negates a term; all must match, except with OR.
 */
export function parseTraceQuery(text: string): { query: TraceQuery } | WrongTraceQuery {
  const groups = readQueryGroups(text);
  const query = "because" in groups ? groups : queryOf(groups);
  return "because" in query ? wrongAt(query) : { query };
}

function queryOf({ alternatives }: Pick<QueryGroup, "alternatives">): TraceQuery | WrongPart {
  const queries: TraceQuery[] = [];
  for (const parts of alternatives) {
    const query = queryOfParts(parts);
    if ("because" in query) return query;
    queries.push(query);
  }
  return queries.length === 1
    ? queries[0]!
    : { terms: [], words: [], any: [{ queries, negated: false }] };
}

function queryOfParts(parts: QueryNode[]): TraceQuery | WrongPart {
  const query: TraceQuery = { terms: [], words: [] };
  for (const part of parts) {
    const wrong = isGroup(part) ? addGroup(query, part) : located(part, addToken(query, part));
    if (wrong) return wrong;
  }
  searchUsersToo(query);
  searchQueriesToo(query);
  return query;
}

function addGroup(query: TraceQuery, group: QueryGroup): WrongPart | undefined {
  const inner = queryOf(group);
  if ("because" in inner) return inner;
  if (!group.isNegated) return located(group, merge(query, inner));
  const [only, ...others] = inner.any ?? [];
  const isAny =
    only &&
    only.word === undefined &&
    others.length === 0 &&
    !only.negated &&
    Object.keys(inner).length === 3 &&
    inner.terms.length === 0;
  query.any = [
    ...(query.any ?? []),
    isAny ? { ...only, negated: true } : { queries: [inner], negated: true },
  ];
  return undefined;
}

/** A required group is a part like those next to it. */
function merge(query: TraceQuery, inner: TraceQuery): Wrong | undefined {
  for (const term of inner.terms) addTerm(query, term);
  if (inner.any) query.any = [...(query.any ?? []), ...inner.any];
  if (inner.failed !== undefined && query.failed === !inner.failed) return neverFailed;
  if (inner.failed !== undefined) query.failed = inner.failed;
  for (const kind of unlistedKinds) {
    const wrong = inner[kind] === undefined ? undefined : setUnlisted(query, kind, inner[kind]);
    if (wrong) return wrong;
  }
  for (const field of ["durationMs", "spans", "errors"] as const) {
    const wrong = inner[field] && narrowTo(query, field, inner[field]);
    if (wrong) return wrong;
  }
  return undefined;
}

const neverFailed: Wrong = { because: "A trace can't be both failed and not failed." };

type Wrong = { because: string; instead?: string };

const located = (
  { at, typed }: Pick<QueryToken, "at" | "typed">,
  wrong: Wrong | undefined,
): WrongPart | undefined => wrong && { at, typed, ...wrong };

const addToken = (query: TraceQuery, token: QueryToken): Wrong | undefined =>
  token.key === undefined ? addWord(query, token) : addKey(query, token, fieldOr(token.key));

function addWord(query: TraceQuery, token: QueryToken): undefined {
  const { word, isNegated: negated = false } = readWord(token) ?? {};
  if (word === undefined) return;
  if (typeof word === "string")
    return addTerm(query, { key: "name", value: word, negated, test: "contains" });
  addTerm(query, { key: "name", value: `*${word.like}*`, negated, test: "like" });
}

function addKey(query: TraceQuery, token: QueryToken, key: string): Wrong | undefined {
  const { value, isQuoted, isNegated: negated } = token;
  if (value === "" && !isQuoted) return { because: "The value after the colon is missing." };
  if (token.list) return { because: "Write several values with OR: (a:1 OR a:2)." };
  if (key === "duration") return addRange(query, token, "durationMs", readDurationRange(value));
  if (key === "spans" || key === "errors")
    return addRange(query, token, key, readCountRange(value));
  if (key === "status") return addStatus(query, token);
  const unlisted = key === "is" ? unlistedKindIn(value) : undefined;
  if (unlisted) return setUnlisted(query, unlisted, !negated);
  if (key === "has") return addHas(query, token, fieldOr(value));
  if (!isQuoted && /^[<>]/.test(value)) return addNumber(query, token, key);
  if (key === "kind") return addKind(query, token);
  const test = !isQuoted && value.includes("*") ? ({ test: "like" } as const) : {};
  return addTerm(query, {
    key,
    value: key === "route" ? (normalizeRoute(value) ?? value) : value,
    negated,
    ...test,
  });
}

function addHas(
  query: TraceQuery,
  { isNegated: negated }: QueryToken,
  key: string,
): Wrong | undefined {
  if (Object.hasOwn(rangesByKey, key) || key === "has")
    return { because: `Use ${key}: with a value.` };
  return addTerm(query, { key, value: "", negated, test: "has" });
}

function addTerm({ terms }: TraceQuery, term: AttributeTerm): undefined {
  if (!terms.some((each) => JSON.stringify(each) === JSON.stringify(term))) terms.push(term);
}

function addNumber(
  query: TraceQuery,
  { value, isNegated }: QueryToken,
  key: string,
): Wrong | undefined {
  const [, sign, number] = /^([<>]=?)(-?\d{1,15}(?:\.\d{1,9})?)$/.exec(value) ?? [];
  if (sign === undefined || isField(key))
    return {
      because:
        "Only numbers can be compared: duration, spans, errors, and numeric attributes. Use quotes to search for the text.",
    };
  return addTerm(query, { key, value: number!, negated: isNegated, test: sign as TermTest });
}

function addKind(query: TraceQuery, token: QueryToken): Wrong | undefined {
  const kind = token.value.toLowerCase();
  if (!(spanKinds as readonly string[]).includes(kind)) return unknownValue("kind", spanKinds);
  return addTerm(query, { key: "kind", value: kind, negated: token.isNegated });
}

function addStatus(query: TraceQuery, token: QueryToken): Wrong | undefined {
  const status = token.value.toLowerCase();
  if (httpStatus.test(status)) return meantHttpStatus(token, status);
  if (status !== "error" && status !== "ok") return unknownStatus(token, status);
  const failed = (status === "error") !== token.isNegated;
  if (query.failed === !failed) return neverFailed;
  query.failed = failed;
  return undefined;
}

function unknownStatus(token: QueryToken, status: string): Wrong {
  const meant = [/^(?:err|fail)/, /^(?:ok|success)/].findIndex((like) => like.test(status));
  const unknown = unknownValue("status", ["error", "ok"]);
  return meant < 0
    ? unknown
    : { ...unknown, instead: `${signOf(token)}status:${["error", "ok"][meant]}` };
}

function meantHttpStatus(token: QueryToken, status: string): Wrong {
  const meant = `${statusAttribute}:${status}`;
  const because = `status: accepts error or ok. For the HTTP status, use ${meant}.`;
  return { because, instead: signOf(token) + meant };
}

const unlistedNames: { [kind in UnlistedKind]: string } = {
  idle: "idle",
  asset: "an asset",
  detached: "detached",
};

function setUnlisted(query: TraceQuery, kind: UnlistedKind, is: boolean): Wrong | undefined {
  if (query[kind] === !is)
    return {
      because: `A trace can't be both ${unlistedNames[kind]} and not ${unlistedNames[kind]}.`,
    };
  query[kind] = is;
  return undefined;
}

const rangeOf = {
  durationMs: {
    key: "duration",
    like: ">100ms, <=2s or 100ms..2s",
    none: "No duration is in that range.",
  },
  spans: {
    key: "spans",
    like: ">100, <=5, 7 or 10..100",
    none: "No number of spans is in that range.",
  },
  errors: {
    key: "errors",
    like: ">100, <=5, 7 or 10..100",
    none: "No number of failed spans is in that range.",
  },
} as const;

const rangesByKey = Object.fromEntries(Object.values(rangeOf).map((range) => [range.key, range]));

function addRange(
  query: TraceQuery,
  { isNegated }: QueryToken,
  field: keyof typeof rangeOf,
  range: Range | undefined,
): Wrong | undefined {
  const { key, like } = rangeOf[field];
  if (isNegated)
    return {
      because: `Use the opposite comparison instead: ${key}:<100${key === "duration" ? "ms" : ""}.`,
    };
  if (!range)
    return { because: `Write a ${key === "duration" ? "duration" : "number"} like ${like}.` };
  return narrowTo(query, field, range);
}

function narrowTo(query: TraceQuery, field: keyof typeof rangeOf, range: Range): Wrong | undefined {
  const narrowed = narrow(query[field], range);
  if (!narrowed) return { because: rangeOf[field].none };
  query[field] = narrowed;
  return undefined;
}

const unknownValue = (key: string, known: readonly string[]): Wrong => ({
  because: `Unknown value for ${key}:. Supported: ${known.join(", ")}.`,
});

const wrongAt = ({ at, typed, because, instead }: WrongPart): WrongTraceQuery => ({
  problem: "invalid",
  detail: `Can't search for ${typed}. ${because}`,
  from: at,
  to: at + typed.length,
  ...(instead !== undefined && { instead }),
});
