import type { IssueId, ProjectId } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/time.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { IssueQuery, IssueTerm, WrongQuery } from "#server/domain/search/issue-query.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import { withTraces } from "#server/domain/search/traces/search-of-traces.ts";
import { tagTokens, unknownTag } from "#server/domain/search/unknown-keys.ts";
import type { Store } from "#server/storage/store.ts";
import type { Project } from "#server/domain/project/project.ts";

/**
 * Parses a query with the project's keys: an unknown key is a problem, and trace terms are resolved
 * to issues.
 */
export type ReadIssueQuery = (
  project: Project,
  text: string,
) => Promise<{ query: IssueQuery } | WrongQuery>;

/** More keys than a project can have (domain/cardinality). */
const keysAsked = 2_000;
const eventsOfTrace = 1_000;

export function createReadIssueQuery(
  store: { issues: Pick<Store["issues"], "terms">; events: Pick<Store["events"], "ofTrace"> },
  now: () => number,
): ReadIssueQuery {
  return async ({ id }, text) => {
    const parsed = parseIssueQuery(text);
    if (isProblem(parsed)) return withTraces(text, parsed);
    const tags = tagTokens(text);
    const keys = tags.length > 0 ? await store.issues.terms(id, { limit: keysAsked }) : [];
    const unknown = unknownTag(
      tags,
      keys.map((key) => key.text),
    );
    if (unknown) return withTraces(text, unknown);
    return { query: await withIssuesOfTraces(parsed.query, (traceId) => issuesOf(id, traceId)) };
  };

  async function issuesOf(projectId: ProjectId, traceId: string): Promise<IssueId[]> {
    const asked = {
      projectId,
      traceId: traceId as never,
      from: 0,
      to: now() + dayMs,
      limit: eventsOfTrace,
    };
    const events = await store.events.ofTrace(asked);
    return [...new Set(events.map(({ issueId }) => issueId))];
  }
}

type IssuesOf = (traceId: string) => Promise<IssueId[]>;

async function withIssuesOfTraces(query: IssueQuery, issuesOf: IssuesOf): Promise<IssueQuery> {
  if (!query.terms) return query;
  return {
    ...query,
    terms: await Promise.all(query.terms.map((term) => withIssues(term, issuesOf))),
  };
}

async function withIssues(term: IssueTerm, issuesOf: IssuesOf): Promise<IssueTerm> {
  if (term.kind === "any")
    return {
      ...term,
      queries: await Promise.all(term.queries.map((query) => withIssuesOfTraces(query, issuesOf))),
    };
  if (term.kind !== "trace") return term;
  const found = await Promise.all(term.traces.map(issuesOf));
  return { ...term, issues: [...new Set(found.flat())] };
}
