import type { Issue } from "#server/domain/issue/issue.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import { latestReleases, releasesWeighed } from "#server/domain/release/latest.ts";
import { partAboutIssues, tagNotInIssue } from "#server/domain/search/event-query.ts";
import { meetsQuery } from "#server/domain/search/event-test.ts";
import type { IssueQuery, WrongQuery } from "#server/domain/search/issue-query.ts";
import { knownKey } from "#server/domain/search/issue-query-keys.ts";
import { askedValues, hintsOn, type SearchHint } from "#server/domain/search/value-hints.ts";
import type { EventFilter, EventSummary } from "#server/storage/events/event-store.ts";
import type { Page, Store } from "#server/storage/store.ts";
import { exactFilter, tagsHad } from "./exact-event-tag.ts";
import { releaseTexts } from "./known-values.ts";
import type { ReadIssueQuery } from "./read-issue-query.ts";

/** A page of an issue's matching events. `isAboutIssues`: only the issue search can evaluate it. */
export type SearchEvents = (
  project: Project,
  issue: Issue,
  asked: AskedEvents,
) => Promise<FoundEvents | Misread>;

type AskedEvents = Omit<EventFilter, "issue" | "tag"> & { query: string };
type FoundEvents = Page<EventSummary> & { hints: SearchHint[] };
type Misread = WrongQuery & { isAboutIssues: boolean };

type FilterOfIssue = EventFilter & { issue: Issue };

type Deps = {
  store: {
    issues: Pick<Store["issues"], "tags">;
    events: Pick<Store["events"], "list">;
    releases: Pick<Store["releases"], "list">;
  };
  readIssueQuery: ReadIssueQuery;
};

const mostKeys = 500;
/** With rare matches, a page ends after 10,000 events and offers to continue. */
const stretch = 500;
const mostStretches = 20;

export function createSearchEvents({ store, readIssueQuery }: Deps): SearchEvents {
  return async (project, issue, { query: text, ...filter }) => {
    if (text.trim() === "")
      return { ...(await store.events.list({ ...filter, issue })), hints: [] };
    const wrong = await misreadPart(issue, text);
    if (wrong) return wrong;
    const parsed = await readIssueQuery(project, text);
    if (isProblem(parsed)) return { ...parsed, isAboutIssues: false };
    const page = await pageOf(project, { ...filter, issue }, parsed.query);
    const isNothing = page.rows.length === 0 && !page.next && !filter.cursor;
    return { ...page, hints: isNothing ? await hintsFor(issue, text) : [] };
  };

  async function pageOf(
    project: Project,
    filter: FilterOfIssue,
    query: IssueQuery,
  ): Promise<Page<EventSummary>> {
    const exact = await exactFilter(store.issues, filter.issue, query);
    const isInScope =
      !exact?.environment || [undefined, exact.environment].includes(filter.environment);
    if (exact && isInScope) return store.events.list({ ...filter, ...exact });
    const isLatest = JSON.stringify(query).includes('"latest"');
    const latest = isLatest ? await latestOf(project) : [];
    return walk(filter, (event) => meetsQuery(query, event, latest));
  }

  async function misreadPart(issue: Issue, text: string): Promise<Misread | undefined> {
    const elsewhere = partAboutIssues(text);
    if (elsewhere) return { ...elsewhere, isAboutIssues: true };
    const tags = await store.issues.tags(issue.projectId, issue.id, { values: 0, keys: mostKeys });
    const unknown = tagNotInIssue(
      text,
      tags.map(({ key }) => key),
    );
    return unknown && { ...unknown, isAboutIssues: false };
  }

  async function latestOf({ id: projectId }: Project): Promise<string[]> {
    const { rows } = await store.releases.list({ projectId, limit: releasesWeighed });
    return latestReleases(rows.map(({ version }) => version));
  }

  /**
   * A stretch that fills the page is read again up to its last event to obtain storage's cursor.
   */
  async function walk(
    filter: EventFilter,
    isMet: (event: EventSummary) => boolean,
  ): Promise<Page<EventSummary>> {
    const found: EventSummary[] = [];
    let { cursor } = filter;
    for (let left = mostStretches; left > 0; left--) {
      const { rows, next } = await store.events.list({ ...filter, cursor, limit: stretch });
      for (const [at, event] of rows.entries()) {
        if (!isMet(event)) continue;
        found.push(event);
        if (found.length < filter.limit) continue;
        const again = await store.events.list({ ...filter, cursor, limit: at + 1 });
        return { rows: found, ...(again.next !== undefined && { next: again.next }) };
      }
      cursor = next;
      if (cursor === undefined) return { rows: found };
    }
    return { rows: found, ...(cursor !== undefined && { next: cursor }) };
  }

  /** Values of the issue's events similar to the searched ones. */
  async function hintsFor(issue: Issue, text: string): Promise<SearchHint[]> {
    const hints = askedValues(text).map(async (token) =>
      hintsOn(text, token, await valuesOf(issue, token.key!)),
    );
    return (await Promise.all(hints)).flat().slice(0, 5);
  }

  async function valuesOf(issue: Issue, key: string): Promise<ReadonlyMap<string, string>> {
    const known = knownKey(key) ?? key;
    const values = (await tagsHad(store.issues, issue, known)).map(({ text }) => text);
    return known === "release"
      ? releaseTexts([...values, "latest"])
      : new Map(values.map((value) => [value, value]));
  }
}
