import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { IssueQuery } from "#server/domain/search/issue-query.ts";
import { type DeleteAct, decideAct, type TriageAct } from "./act.ts";
import type { LoggedAct } from "./activity.ts";
import { overridden } from "./conflict.ts";
import type { Issue } from "./issue.ts";
import { type IssueBefore, type Transition, undo } from "./triage.ts";

/**
 * An action on many issues: selected ones, or all matches. Runs in slices, and can be undone for a
 * day.
 */
export type BulkAct = {
  id: number;
  projectId: ProjectId;
  by: UserId;
  at: number;
  act: StoredAct;
  /** The newest activity when the form was loaded: later actions of others are conflicts. */
  seen?: number;
  filter: BulkFilter;
  /** Start of the next slice. */
  cursor?: string;
  stage: "acting" | "done" | "undoing" | "undone";
  /** Number of issues, as far as counted. */
  total: number;
  /** Issues processed; changed ones; and those skipped because of changes by others. */
  done: number;
  changed: number;
  conflicts: number;
  /** For undo: issues restored, and those skipped because they changed since. */
  restored: number;
  leftAlone: number;
};

/** The issues of an action or a list. */
export type BulkFilter = {
  query: IssueQuery;
  /** Only among these. */
  ids?: IssueId[];
  /** The account of `assigned:me`; absent: none. */
  viewer?: UserId;
  /** Reference of relative times in the query; default: the time of the request. */
  now?: number;
  environment?: string;
  /** Last seen at or after. */
  since?: number;
  /** First seen at or before. */
  until?: number;
};

/** `releases`: those known at the start (`Circumstances`). */
export type StoredAct = (TriageAct | DeleteAct) & { releases?: string[] };

/** Issues per transaction; others run in between. Deleting deletes every row of an issue. */
export const sliceOf = ({ intent }: StoredAct): number => (intent === "delete" ? 20 : 500);

export const undoableForMs = 24 * 3_600_000;

/** `conflict`: another person changed it, and it is skipped. */
export type BulkDecision = Transition | DeleteAct | "conflict" | undefined;

/** The result for one issue. `since`: its activities after a log entry. */
export function decideInBulk(
  { act, by: id, at, seen }: Pick<BulkAct, "act" | "by" | "at" | "seen">,
  issue: Issue,
  since: (after: number) => LoggedAct[],
  onConflict?: (issue: Issue, others: LoggedAct[]) => void,
): BulkDecision {
  if (act.intent === "delete") return act;
  const by = { kind: "user", id } as const;
  const transition = decideAct(issue, act, { at, by, releases: act.releases ?? [] });
  if (!transition || seen === undefined) return transition;
  const others = overridden(transition.activity, since(seen), by);
  if (others.length === 0) return transition;
  onConflict?.(issue, others);
  return "conflict";
}

/** Undoes the action on one issue. */
export function undoInBulk(
  { act, by: id }: BulkAct,
  issue: Issue,
  before: IssueBefore,
  at: number,
): Transition {
  return undo(issue, undone[act.intent], before, at, { kind: "user", id });
}

const undone = {
  resolve: "resolved",
  "resolve-next": "resolved",
  "resolve-in": "resolved",
  ignore: "ignored",
  reopen: "reopened",
  assign: "assigned",
  // Never undone: nothing of it is stored.
  delete: "reopened",
} as const;
