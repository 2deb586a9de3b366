import { type Level, levels } from "#server/domain/event/error-event.ts";
import type { IssueState } from "#server/domain/issue/state.ts";
import type { StateTerm } from "#server/domain/search/issue-query.ts";

/** The codes that stand for states and levels in rows and indexes. Part of the file format: append, never reorder. */
const states = ["open", "ignored", "resolved"] as const;
const substates = ["new", "ongoing", "regressed"] as const;

export type Standing = { state: number; substate: number };

export function standingOf(state: IssueState): Standing {
  const substate = state.state === "open" ? substates.indexOf(state.substate) : 0;
  return { state: states.indexOf(state.state), substate };
}

export const levelCode = (level: Level): number => levels.indexOf(level);
export const levelOf = (code: number): Level => levels[code]!;

/** Codes of the levels named; words that are no level name none. */
export const levelCodes = (names: string[]): number[] =>
  levels.flatMap((level, code) => (names.includes(level) ? code : []));

/** A part of a project's issues that one stretch of each index holds: one state, some or all of its substates. */
export type Branch = { state: number; substates?: number[] };

/** The stretches that any of the terms ask for; no term asks for all. */
export function branchesOf(terms: StateTerm[]): Branch[] {
  if (terms.length === 0) return states.map((_, state) => ({ state }));
  return states.flatMap((name, state): Branch[] => {
    if ((terms as string[]).includes(name)) return [{ state }];
    const some = substates.flatMap((substate, code) => (terms.includes(substate) ? code : []));
    return name === "open" && some.length > 0 ? [{ state, substates: some }] : [];
  });
}

export const isOpen = ({ state }: Standing): boolean => states[state] === "open";
export const standingName = ({
  state,
  substate,
}: Standing): "new" | "ongoing" | "regressed" | "ignored" | "resolved" => {
  const name = states[state]!;
  return name === "open" ? substates[substate]! : name;
};
