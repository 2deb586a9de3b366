import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { LoggedAct } from "#server/domain/issue/activity.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IssueFilter } from "./store.ts";

/** The part of `IssueStore` (store.ts) that acting on issues reads. */
export interface TriageReads {
  /** What happened to an issue after an entry of the log, oldest first. */
  activitySince(projectId: ProjectId, issueId: IssueId, after: number): Promise<LoggedAct[]>;
  /** How many match; more than `upTo` are counted as that many. */
  countMatching(filter: Omit<IssueFilter, "sort" | "cursor" | "limit">, upTo: number): Promise<number>;
  /** Issues of any project that are ignored until they escalate, seen at or after. */
  waitingToEscalate(seenSince: number, limit: number): Promise<Pick<Issue, "projectId" | "id">[]>;
  /** Open issues that have not been seen since, the longest ago first. */
  inactive(projectId: ProjectId, seenBefore: number, limit: number): Promise<IssueId[]>;
  /** People who may triage in the project, by name: its developers and admins, and owners. */
  assignable(projectId: ProjectId): Promise<Assignee[]>;
}

/** `email` for what people type; pages show the name. */
export type Assignee = { id: UserId; name: string; email: string };
