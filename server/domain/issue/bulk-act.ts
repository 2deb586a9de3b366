import type { IssueId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { IssueQuery } from "#server/domain/search/issue-query.ts";
import { type DeleteAct, decideAct, type TriageAct } from "./act.ts";
import type { LoggedAct } from "./activity.ts";
import { overridden } from "./conflict.ts";
import type { Issue } from "./issue.ts";
import { type IssueBefore, type Transition, undo } from "./triage.ts";

/**
 * One act on many issues: those that were selected, or all that match. Done in slices, and can be
 * taken back for a day.
 */
export type BulkAct = {
  id: number;
  projectId: ProjectId;
  by: UserId;
  at: number;
  act: StoredAct;
  /** The newest activity when the form was made: acts of others after it are conflicts. */
  seen?: number;
  filter: BulkFilter;
  /** Where the next slice begins. */
  cursor?: string;
  stage: "acting" | "done" | "undoing" | "undone";
  /** How many there were, as far as they were counted. */
  total: number;
  /**
   * Issues looked at; those of them that the act moved, and those that it left because of what
   * others did meanwhile.
   */
  done: number;
  changed: number;
  conflicts: number;
  /** By undoing: issues that are as before, and those that were changed since and left alone. */
  restored: number;
  leftAlone: number;
};

/** Which issues an act is meant for, and a list shows. */
export type BulkFilter = {
  query: IssueQuery;
  /** Only among these. */
  ids?: IssueId[];
  /** The account of `assigned:me`; absent: none. */
  viewer?: UserId;
  /** What relative times of the query are counted from; otherwise the moment it is asked. */
  now?: number;
  environment?: string;
  /** Last seen at or after. */
  since?: number;
  /** First seen at or before. */
  until?: number;
};

/** `releases` are those that were known when it was begun (`Circumstances`). */
export type StoredAct = (TriageAct | DeleteAct) & { releases?: string[] };

/**
 * How many issues one transaction takes: others' turns come in between. Deleting takes every row of
 * an issue along.
 */
export const sliceOf = ({ intent }: StoredAct): number => (intent === "delete" ? 20 : 500);

export const undoableForMs = 24 * 3_600_000;

/** `conflict`: another person changed it, and it is left as it is. */
export type BulkDecision = Transition | DeleteAct | "conflict" | undefined;

/** What becomes of an issue. `since`: what happened to it after an entry of the log. */
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

/** Taking it back from one issue. */
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
  // Never taken back: nothing is remembered of it.
  delete: "reopened",
} as const;
