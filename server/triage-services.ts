import type { IssueId, UserId } from "#server/domain/ids.ts";
import type { DeleteAct, TriageAct } from "#server/domain/issue/act.ts";
import type { LoggedAct } from "#server/domain/issue/activity.ts";
import type { BulkAct, BulkFilter } from "#server/domain/issue/bulk-act.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Doer } from "#server/people-services.ts";

/** The part of `Commands` (services.ts) by which people move issues. */
export interface TriageCommands {
  /** The issues as they are afterwards. Those the act makes no sense for are left as they were. */
  triage(viewer: Viewer, project: Project, issueIds: IssueId[], act: TriageAct): Promise<Issue[]>;
  /** The same on one, by a form made when `seen` was the newest activity: what others did since is answered, and not overridden. */
  triageAsSeen(
    viewer: Viewer,
    issue: Issue,
    project: Project,
    act: TriageAct,
    seen: number,
  ): Promise<IssueConflict | undefined>;
  /** By id, mail address or name, empty for nobody (null); "invalid" for who may not triage in the project. */
  findAssignee(project: Project, text: string): Promise<UserId | null | Problem>;
  /** Small sets are done when this answers; larger ones go on in the background (`BulkAct.stage`). */
  bulk(by: Doer, project: Project, asked: AskedBulk): Promise<BulkDone>;
  /** Takes a bulk act back; "not-found" when it is not one's own, was taken back already or cannot be. */
  undoBulk(by: Doer, project: Project, id: number): Promise<BulkAct | Problem>;
  /** What was discarded with a deleted issue is kept again when it comes. */
  liftDiscard(by: Doer, project: Project, issueId: IssueId): Promise<Problem | undefined>;
}

/** `seen` as in `triageAsSeen`; without it nothing is a conflict. */
export type AskedBulk = { act: TriageAct | DeleteAct; seen?: number; filter: BulkFilter };

/** `conflicts`: of those that were done at once, what was left as somebody else made it. */
export type BulkDone = { bulk: BulkAct; conflicts: IssueConflict[] };

/** An issue as it is, and what others did to it since a form was made. */
export type IssueConflict = { issue: Issue; others: LoggedAct[] };
