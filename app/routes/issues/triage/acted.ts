import type { IssueState } from "#server/domain/issue/state.ts";
import type { Person } from "./people.ts";

/**
 * Expected state of an issue after the form in progress; empty if only the server can determine it.
 */
export type Acted = { state?: IssueState; /** `null`: unassigned. */ assignee?: Person | null };

/** Shown immediately, and reverted if the server refuses. `form`: the form being posted, if any. */
export function actedBy(form: FormData | undefined, people: Person[], now: number): Acted {
  const intent = form?.get("intent");
  if (intent === "assign") return assigned(String(form?.get("to") ?? ""), people);
  const state = form && stateAfter(String(intent), form, now);
  return state ? { state } : {};
}

function assigned(to: string, people: Person[]): Acted {
  if (to === "") return { assignee: null };
  const person = people.find(({ id }) => String(id) === to);
  return person ? { assignee: person } : {};
}

function stateAfter(intent: string, form: FormData, at: number): IssueState | undefined {
  if (intent === "resolve") return { state: "resolved", at, in: { kind: "now" } };
  if (intent === "resolve-next") return { state: "resolved", at, in: { kind: "next-release" } };
  if (intent === "reopen") return { state: "open", substate: "ongoing" };
  const hasCondition = ["until", "count", "users", "escalates"].some((name) => form.get(name));
  return intent === "ignore" && !hasCondition
    ? { state: "ignored", at, until: { kind: "forever" } }
    : undefined;
}

/** The issues of a list that the form applies to. */
export function isFor(form: FormData, id: number): boolean {
  return form.get("all") === "yes" || form.getAll("issue").includes(String(id));
}
