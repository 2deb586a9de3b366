import type { Project } from "#server/domain/project/project.ts";
import { tokensOf } from "#server/domain/search/query-groups.ts";
import { type QueryToken, quoteText } from "#server/domain/search/query-tokens.ts";
import type { SearchHint } from "#server/domain/search/value-hints.ts";
import type { Store } from "#server/storage/store.ts";
import { knownValues } from "./known-values.ts";

const mostOfPart = 3;
const mostParts = 2;
const address = /^(?:https?:\/\/[^\s/]+)?(\/[^\s?#]*)?/i;

/**
 * For pasted addresses and paths that match no words of an issue: matching URLs and transactions of
 * events.
 */
export async function addressHints(
  store: Store,
  project: Project,
  text: string,
  now: number,
): Promise<SearchHint[]> {
  const parts = tokensOf(text).filter(isAddress).slice(0, mostParts);
  if (parts.length === 0) return [];
  const [urls, transactions] = await Promise.all(
    ["url", "transaction"].map(async (key) => [
      ...(await knownValues(store, project, key, now)).keys(),
    ]),
  );
  return parts.flatMap((part) => {
    const found = [
      ...likeAddress(part.value, urls!).map((value) => `url:${quoteText(value)}`),
      ...likeAddress(part.value, transactions!).map((value) => `transaction:${quoteText(value)}`),
    ];
    return found.slice(0, mostOfPart).map((instead) => hint(text, part, instead));
  });
}

const isAddress = ({ key, value, isNegated }: QueryToken): boolean =>
  key === undefined && !isNegated && /^(?:https?:\/\/\S|\/[^\s/])/i.test(value);

/** The address without its query; otherwise, addresses with the same path. */
function likeAddress(typed: string, values: readonly string[]): string[] {
  const [whole = "", path = ""] = address.exec(typed.toLowerCase()) ?? [];
  const same = values.filter((value) => value.toLowerCase() === whole);
  if (same.length > 0) return same;
  // A transaction name is a path, possibly after its method (`GET /cart`).
  return path.length > 1
    ? values.filter((value) => value.toLowerCase().replace(/^\S+:\/\/[^/]*|^[a-z]+ /, "") === path)
    : [];
}

function hint(text: string, { at, typed }: QueryToken, instead: string): SearchHint {
  return { typed, instead, query: text.slice(0, at) + instead + text.slice(at + typed.length) };
}
