import type { IssueState } from "#server/domain/issue/state.ts";

/** The label of a state; `undefined` for the ordinary one, which has no badge in a list. */
export function stateWord(state: IssueState): string {
  if (state.state === "open") return state.substate;
  if (state.state === "resolved" && state.in.kind === "next-release")
    return "resolved in next release";
  return state.state;
}

export function StateBadge({ state }: { state: IssueState }) {
  const kind = state.state === "open" ? state.substate : state.state;
  return <span className={`badge ${kind}`}>{stateWord(state)}</span>;
}
