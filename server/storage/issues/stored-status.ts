import { type Level, levels } from "#server/domain/event/error-event.ts";
import type { IssueId } from "#server/domain/ids.ts";
import type { IssueState } from "#server/domain/issue/state.ts";
import type { IssueQuery, StateTerm } from "#server/domain/search/issue-query.ts";
import type { IssueCounts } from "#server/storage/issues/issue-store.ts";

/**
 * Codes of states and levels in rows and indexes. Part of the file format: append, never reorder.
 */
const states = ["open", "ignored", "resolved"] as const;
const substates = ["new", "ongoing", "regressed"] as const;

export type StoredStatus = { state: number; substate: number };

/** An issue's state before, unless it is new, and after, unless it is deleted. */
export type Move = { id: IssueId; was?: StoredStatus; is?: StoredStatus };

export function storedStatusOf(state: IssueState): StoredStatus {
  const substate = state.state === "open" ? substates.indexOf(state.substate) : 0;
  return { state: states.indexOf(state.state), substate };
}

export const levelCode = (level: Level): number => levels.indexOf(level);
export const levelOf = (code: number): Level => levels[code]!;

/** Codes of the levels that a query matches; undefined: all. Unknown levels match none. */
export function levelCodesOf({ levels: asked, terms = [] }: IssueQuery): number[] | undefined {
  const without: string[] = terms.flatMap((term) => (term.kind === "level" ? term.values : []));
  if (asked.length === 0 && without.length === 0) return undefined;
  return levels.flatMap((level, code) =>
    (asked.length === 0 || asked.includes(level)) && !without.includes(level) ? code : [],
  );
}

/** Issues of a project in one range of each index: one state with some or all of its substates. */
export type Branch = { state: number; substates?: number[] };

/** Ranges of a query; without a state, all. */
export function branchesOf({ states: asked, terms = [] }: IssueQuery): Branch[] {
  const without = terms.flatMap((term) => (term.kind === "state" ? term.values : []));
  const isAsked = (...names: StateTerm[]) =>
    (asked.length === 0 || names.some((name) => asked.includes(name))) &&
    !names.some((name) => without.includes(name));
  return states.flatMap((name, state): Branch[] => {
    if (name !== "open") return isAsked(name) ? [{ state }] : [];
    const some = substates.flatMap((substate, code) => (isAsked("open", substate) ? code : []));
    if (some.length === 0) return [];
    return [some.length === substates.length ? { state } : { state, substates: some }];
  });
}

/** `issue_counts` has a row per environment, and one for all together. */
export const allEnvironments = 0;

/** The code of open issues. */
export const openState = states.indexOf("open");

export const isOpen = ({ state }: StoredStatus): boolean => states[state] === "open";
const standingName = ({
  state,
  substate,
}: StoredStatus): "new" | "ongoing" | "regressed" | "ignored" | "resolved" => {
  const name = states[state]!;
  return name === "open" ? substates[substate]! : name;
};

/** Number of issues in a state. */
export type StoredStatusCount = StoredStatus & { issues: number };

export function sumsOf(rows: StoredStatusCount[]): IssueCounts {
  const sums: IssueCounts = { open: 0, new: 0, regressed: 0, ignored: 0, resolved: 0, all: 0 };
  for (const row of rows) {
    sums.all += row.issues;
    if (isOpen(row)) sums.open += row.issues;
    const name = standingName(row);
    if (name !== "ongoing") sums[name] += row.issues;
  }
  return sums;
}
