import { isProblem } from "#server/domain/problem.ts";
import {
  type IssueFilter,
  issueSorts,
  type IssueSort,
} from "#server/storage/issues/issue-store.ts";
import { issueJson } from "./issue-json.ts";
import type { ContentOf, DataHandler } from "./routes.ts";
import { limitOf, paramsOf, scopeOf } from "./search-params.ts";

/** `?query&sort&cursor&environment&since&until&limit`. Without a query: issues in every state. */
export const issueListData = (async ({ services, project, viewer }, request) => {
  const params = paramsOf(request);
  const parsed = await services.readIssueQuery(project, params.get("query") ?? "");
  if (isProblem(parsed)) return parsed;
  const sort = params.get("sort") || "last-seen";
  if (!issueSorts.includes(sort as IssueSort)) {
    return {
      problem: "invalid",
      detail: `Unknown sort “${sort}”. Supported: ${issueSorts.join(", ")}.`,
    };
  }
  const now = services.now();
  const asked = { projectId: project.id, query: parsed.query, viewer: viewer.user.id, now };
  const filter: IssueFilter = { ...asked, sort: sort as IssueSort, limit: limitOf(params) };
  const { rows, next } = await services.store.issues.list({ ...filter, ...scopeOf(params, now) });
  return { issues: rows.map(issueJson), next: next ?? null };
}) satisfies DataHandler;

export type IssueListContent = ContentOf<typeof issueListData>;
