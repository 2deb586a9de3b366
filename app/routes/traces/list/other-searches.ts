import type { AskedInProject } from "#app/guard.ts";
import type { Misread } from "#app/ui/form/misread.tsx";
import { may } from "#server/domain/people/permission.ts";
import { isProblem } from "#server/domain/problem.ts";

type Found = { rows: unknown[]; next?: string; misread?: Misread };

/** Alternative searches if nothing was found and there are no more pages. */
export async function otherSearches(
  asked: AskedInProject,
  { rows, next, misread }: Found,
  params: URLSearchParams,
) {
  const query = params.get("query") ?? "";
  if (rows.length > 0 || next !== undefined || params.has("cursor")) return { hints: [] };
  const hints = misread ? [] : await asked.services.hintTraceSearch(asked.project, query);
  return { hints, isInIssues: await isInIssues(asked, query) };
}

/** Whether the search matches issues: short IDs and error types. */
async function isInIssues(
  { services, project, viewer }: AskedInProject,
  text: string,
): Promise<boolean> {
  if (text.trim() === "" || !may(viewer, "issue:read", project.id)) return false;
  const parsed = await services.readIssueQuery(project, text);
  if (isProblem(parsed)) return false;
  const asked = { projectId: project.id, viewer: viewer.user.id, now: services.now() };
  const { rows } = await services.store.issues.list({
    ...asked,
    query: parsed.query,
    sort: "last-seen",
    limit: 1,
  });
  return rows.length > 0;
}
