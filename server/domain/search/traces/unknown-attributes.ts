import { isUserAgentKey } from "#server/domain/trace/user-agent-attributes.ts";
import { isField } from "#server/domain/trace/terms/terms.ts";
import type { WrongQuery } from "#server/domain/search/issue-query.ts";
import { nearestOf } from "#server/domain/search/nearest.ts";
import { tokensOf } from "#server/domain/search/query-groups.ts";
import { type QueryToken, signOf } from "#server/domain/search/query-tokens.ts";
import { fieldOr, traceKeys, unlistedKindIn } from "./trace-keys.ts";
import { unlistedKinds } from "#server/domain/trace/listing/unlisted.ts";
import { unknownKey } from "#server/domain/search/unknown-keys.ts";

/** The index truncates longer keys, and those with an equals sign. */
const longestKey = 200;

/** Parts of a trace search that name an attribute: keys without special meaning. */
export const attributeTokens = (text: string): QueryToken[] =>
  tokensOf(text).filter((token) => attributeOf(token) !== undefined);

/** The attribute of a part of a search, by canonical name. */
export function attributeOf({ key, value }: QueryToken): string | undefined {
  if (key === undefined) return undefined;
  const field = fieldOr(key);
  const name = field === "has" ? fieldOr(value) : field;
  // User-Agent data is searchable as attributes that were never sent.
  if (field === "is" && unlistedKindIn(value)) return undefined;
  const isKnown = traceKeys.includes(name) || isField(name) || isUserAgentKey(name);
  return isKnown || name.includes("=") || name.length > longestKey ? undefined : name;
}

/**
 * The first attribute in a search that no trace of the project has; `keys`: those that traces have.
 */
export function unknownAttribute(
  tokens: QueryToken[],
  keys: readonly string[],
): WrongQuery | undefined {
  const known = new Set(keys);
  const token = tokens.find((each) => !known.has(attributeOf(each)!));
  if (!token) return undefined;
  if (token.key!.toLowerCase() === "is" && !token.isKeyQuoted) return unknownState(token);
  const isHas = fieldOr(token.key!) === "has";
  return unknownKey(token, {
    of: "trace",
    key: isHas ? token.value : token.key!,
    near: nearTo(token, isHas, keys),
  });
}

function nearTo(
  { key, value }: QueryToken,
  isHas: boolean,
  keys: readonly string[],
): string | undefined {
  if (isHas && /^(?:error|failure)s?$/i.test(value)) return "status:error";
  return nearestOf(isHas ? value : key!, [...traceKeys, ...keys]);
}

/** Values of `is:` that another key covers. */
const otherStates: readonly (readonly [value: RegExp, instead: string])[] = [
  [/^(?:error|fail|unhandled|broken)/, "status:error"],
  [/^(?:ok|success|handled)/, "status:ok"],
  [/^slow/, "duration:>1s"],
  [/^(?:static|asset|file)/, "is:asset"],
];

function unknownState(token: QueryToken): WrongQuery {
  const { typed, at, value } = token;
  const near = otherStates.find(([like]) => like.test(value.toLowerCase()))?.[1];
  const meant = near === undefined ? "" : ` Did you mean “${near}”?`;
  const detail = `Can't search for ${typed}. Unknown value for is:. Supported: ${unlistedKinds.join(", ")}.${meant}`;
  const instead = near && signOf(token) + near;
  return {
    problem: "invalid",
    detail,
    from: at,
    to: at + typed.length,
    ...(instead && { instead }),
  };
}
