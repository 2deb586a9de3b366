import type { ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { nounQuery } from "#server/storage/postgres/noun-database.ts";
import * as stored from "./stored-issues.ts";

/** `stored-issues.ts` for statements of this engine only. */
export const issuesByIds = (
  query: Query,
  projectId: ProjectId,
  ids: number[],
): Promise<Map<number, Issue>> => stored.issuesByIds(nounQuery(query), projectId, ids);

export const lockIssues = (
  query: Query,
  projectId: ProjectId,
  ids: number[],
): Promise<Map<number, Issue>> => stored.lockIssues(nounQuery(query), projectId, ids);
