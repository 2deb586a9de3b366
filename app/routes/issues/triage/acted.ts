import type { IssueState } from "#server/domain/issue/state.ts";
import type { Person } from "./people.ts";

/** What a form under way will have made of an issue; empty where only the server can say. */
export type Acted = { state?: IssueState; /** `null`: unassigned. */ assignee?: Person | null };

/**
 * Shown at once, and taken back when the server says no. `form`: what is being posted, if anything
 * is.
 */
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

/** Which issues of a list the form is for. */
export function isFor(form: FormData, id: number): boolean {
  return form.get("all") === "yes" || form.getAll("issue").includes(String(id));
}
