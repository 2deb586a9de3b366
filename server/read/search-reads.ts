import type { Services } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";
import { createSuggestTerms } from "./issue-suggestions.ts";
import { createReadEventTag } from "./read-event-tag.ts";
import { createReadIssueQuery } from "./read-issue-query.ts";
import { createReadTraceQuery } from "./read-trace-query.ts";
import { createHintIssueSearch, createHintTraceSearch } from "./search-hints.ts";

type SearchReads = Pick<
  Services,
  "suggestTerms" | "readIssueQuery" | "readTraceQuery" | "readEventTag" | "hintIssueSearch" | "hintTraceSearch"
>;

/** What search fields ask before they search, and after they found nothing. */
export const createSearchReads = (store: Store, now: () => number): SearchReads => ({
  suggestTerms: createSuggestTerms(store),
  readIssueQuery: createReadIssueQuery(store, now),
  readTraceQuery: createReadTraceQuery(store),
  readEventTag: createReadEventTag(store),
  hintIssueSearch: createHintIssueSearch(store, now),
  hintTraceSearch: createHintTraceSearch(store),
});
