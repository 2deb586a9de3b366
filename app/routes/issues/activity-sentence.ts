import { counted } from "#server/domain/count.ts";
import { moment } from "#app/ui/format/ago.ts";
import { resolvedIn, wokenBecause } from "#server/domain/issue/activity-words.ts";
import type { ActivityKind } from "#server/domain/issue/activity.ts";
import type { IgnoreUntil } from "#server/domain/issue/state.ts";

/**
 * The activity as the rest of a sentence that starts with the actor. `toName`: the new assignee.
 */
export function activitySentence(what: ActivityKind, toName?: string): string {
  switch (what.kind) {
    case "first-seen":
      return `created this issue${what.release ? ` in ${what.release}` : ""}`;
    case "ongoing":
      return "marked this as ongoing after a week";
    case "resolved":
      return `resolved this${what.because === "inactive" ? " automatically, after days without events" : resolvedIn(what.in)}`;
    case "regressed":
      return `found a regression${what.release ? `, in ${what.release}` : ""}`;
    case "ignored":
      return `ignored this${ignoredUntil(what.until)}`;
    case "woken":
      return `reopened this: ${wokenBecause[what.because]}`;
    case "reopened":
      return "reopened this";
    case "assigned":
      return what.to === undefined
        ? "unassigned this"
        : `assigned this to ${toName ?? "a former user"}${what.rule === undefined ? "" : `, by the rule “${what.rule}”`}`;
    case "commented":
      return "commented";
    case "comment-edited":
      return "edited a comment";
    case "merged":
      return `merged ${what.from.map(({ shortId }) => shortId).join(", ")} into this`;
    case "split":
      return `unmerged ${what.into} from this`;
    case "split-off":
      return `unmerged this from ${what.from}`;
    case "undone":
      return `undid: ${what.act}`;
  }
}

function ignoredUntil(until: IgnoreUntil): string {
  switch (until.kind) {
    case "forever":
      return " until it's reopened";
    case "time":
      return ` until ${moment(until.at)} UTC`;
    case "count":
      return ` until it has ${counted(until.count, "event")}`;
    case "users":
      return ` until it has affected ${counted(until.users, "user")}`;
    case "escalates":
      return " until escalating";
  }
}
