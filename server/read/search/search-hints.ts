import type { Project } from "#server/domain/project/project.ts";
import { isReleaseKey } from "#server/domain/search/issue-keys.ts";
import { knownKey } from "#server/domain/search/issue-query-keys.ts";
import type { QueryToken } from "#server/domain/search/query-tokens.ts";
import { attributesOf, fieldOr } from "#server/domain/search/traces/trace-keys.ts";
import { askedValues, hintsOn, type SearchHint } from "#server/domain/search/value-hints.ts";
import type { Store } from "#server/storage/store.ts";
import { addressHints } from "./address-hints.ts";
import { knownValues, releaseTexts } from "./known-values.ts";

/** Each part costs one or two reads. Searches with more parts get no hints. */
const mostParts = 5;
const mostHints = 5;
const releasesOffered = 3;
const mostTraceValues = 2_000;

/** Similar values for a search without results, for values that the project doesn't have. */
export type HintSearch = (project: Project, text: string) => Promise<SearchHint[]>;

export function createHintIssueSearch(store: Store, now: () => number): HintSearch {
  return async (project, text) => {
    const hints = await hintsOf(text, async (token) => {
      const known = await knownValues(store, project, token.key!, now());
      return hintsOn(
        text,
        token,
        known,
        isReleaseKey(knownKey(token.key!)) ? await newestReleases(store, project, token) : [],
      );
    });
    return [...hints, ...(await addressHints(store, project, text, now()))].slice(0, mostHints);
  };
}

export function createHintTraceSearch(store: Store): HintSearch {
  return (project, text) =>
    hintsOf(text, async (token) => {
      const key = fieldOr(token.key!);
      const found = attributesOf(key).map((each) =>
        store.traces.values(project.id, each, mostTraceValues),
      );
      const values = [...new Set((await Promise.all(found)).flat())].toSorted();
      if (key === "release")
        return hintsOn(
          text,
          token,
          releaseTexts(values),
          await newestReleases(store, project, token),
        );
      return hintsOn(text, token, new Map(values.map((each) => [each, each])));
    });
}

async function hintsOf(
  text: string,
  hintsOnPart: (token: QueryToken) => Promise<SearchHint[]>,
): Promise<SearchHint[]> {
  const hints = await Promise.all(askedValues(text).slice(0, mostParts).map(hintsOnPart));
  return hints.flat().slice(0, mostHints);
}

/** Of the named package, if it has any. */
async function newestReleases(
  store: Store,
  { id }: Project,
  { value }: QueryToken,
): Promise<string[]> {
  const name = value.includes("@") ? value.slice(0, value.lastIndexOf("@") + 1) : "";
  const { rows } = await store.releases.list({
    projectId: id,
    query: name,
    limit: releasesOffered,
  });
  return rows.map(({ version }) => version);
}
