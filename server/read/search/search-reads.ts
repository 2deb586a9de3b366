import type { Services } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";
import { createSuggestTerms } from "./issue-suggestions.ts";
import { createReadIssueQuery } from "./read-issue-query.ts";
import { createReadTraceQuery } from "./read-trace-query.ts";
import { createSearchEvents } from "./search-events.ts";
import { createHintIssueSearch, createHintTraceSearch } from "./search-hints.ts";

type SearchReads = Pick<
  Services,
  | "suggestTerms"
  | "readIssueQuery"
  | "readTraceQuery"
  | "searchEvents"
  | "hintIssueSearch"
  | "hintTraceSearch"
>;

/** Reads for search fields before a search and after one without results. */
export const createSearchReads = (store: Store, now: () => number): SearchReads => ({
  suggestTerms: createSuggestTerms(store),
  readIssueQuery: createReadIssueQuery(store, now),
  readTraceQuery: createReadTraceQuery(store),
  searchEvents: createSearchEvents({ store, readIssueQuery: createReadIssueQuery(store, now) }),
  hintIssueSearch: createHintIssueSearch(store, now),
  hintTraceSearch: createHintTraceSearch(store),
});
