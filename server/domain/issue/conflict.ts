import type { Activity, ActivityKind } from "./activity.ts";
import type { Actor } from "./state.ts";

/**
 * The part of an issue that an activity changes: two actions conflict if they change the same part.
 */
type IssueField = "state" | "assignee";

/** Undefined for activities that change neither: comments, merges. */
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
 * Changes by others to the same part of an issue since the form was loaded, which the action would
 * overwrite (409). Automatic changes don't count, because they follow from events and time.
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
