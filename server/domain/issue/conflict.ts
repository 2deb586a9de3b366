import type { Activity, ActivityKind } from "./activity.ts";
import type { Actor } from "./state.ts";

/**
 * What of an issue an activity is about: two acts get in each other's way when they are about the
 * same.
 */
type IssueField = "state" | "assignee";

/** Undefined for what changes neither: comments, merges. */
export function fieldOf(what: ActivityKind): IssueField | undefined {
  switch (what.kind) {
    case "assigned":
      return "assignee";
    case "undone":
      return what.act === "assigned" ? "assignee" : "state";
    case "first-seen":
    case "ongoing":
    case "resolved":
    case "regressed":
    case "ignored":
    case "woken":
    case "reopened":
      return "state";
    default:
      return undefined;
  }
}

/**
 * What other people did to the same part of an issue since the form was made: what the act would
 * override (SPEC section 8, 409). Spoor's own doings are none: it only says what events and time
 * have done.
 */
export function overridden<Entry extends Pick<Activity, "by" | "what">>(
  act: Pick<Activity, "what">,
  since: readonly Entry[],
  by: Actor,
): Entry[] {
  const field = fieldOf(act.what);
  return since.filter((entry) => fieldOf(entry.what) === field && isAnother(entry.by, by));
}

function isAnother(actor: Actor, by: Actor): boolean {
  if (actor.kind === "system") return false;
  return !(actor.kind === "user" && by.kind === "user" && actor.id === by.id);
}
