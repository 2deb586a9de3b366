import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import { readTime } from "#server/domain/search/time-range.ts";
import { isProblem } from "#server/domain/problem.ts";
import { type IssueFilter, issueSorts, type IssueSort } from "#server/storage/store.ts";
import { issueJson } from "./issue-json.ts";
import type { DataHandler } from "./routes.ts";

const pageSize = 50;
const pageSizeMax = 200;

/** `?query&sort&cursor&environment&since&until&limit`. Without a query: issues of every state. */
export const issueListData: DataHandler = async ({ services, project }, request) => {
  const params = new URL(request.url, "http://here.invalid").searchParams;
  const parsed = parseIssueQuery(params.get("query") ?? "");
  if (isProblem(parsed)) return parsed;
  const sort = params.get("sort") || "last-seen";
  if (!issueSorts.includes(sort as IssueSort)) {
    return { problem: "invalid", detail: `There is no sort “${sort}”. Sorts are ${issueSorts.join(", ")}.` };
  }
  const filter: IssueFilter = { projectId: project.id, query: parsed.query, sort: sort as IssueSort, limit: limitOf(params) };
  const { rows, next } = await services.store.issues.list({ ...filter, ...scopeOf(params, services.now()) });
  return { issues: rows.map(issueJson), next: next ?? null };
};

function limitOf(params: URLSearchParams): number {
  const asked = Number(params.get("limit"));
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, pageSizeMax) : pageSize;
}

function scopeOf(params: URLSearchParams, now: number): Partial<IssueFilter> {
  const environment = params.get("environment");
  const cursor = params.get("cursor");
  const since = readTime(params.get("since"), now);
  const until = readTime(params.get("until"), now);
  return {
    ...(environment ? { environment } : {}),
    ...(cursor ? { cursor } : {}),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}
