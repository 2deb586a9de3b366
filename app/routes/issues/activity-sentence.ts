import { counted } from "#app/ui/count.ts";
import { utc } from "#app/ui/ago.ts";
import type { ActivityKind } from "#server/domain/issue/activity.ts";
import type { IgnoreUntil, Resolution } from "#server/domain/issue/state.ts";

/** What happened, as the rest of a sentence that begins with who did it. `toName`: whom it was assigned to. */
export function activitySentence(what: ActivityKind, toName?: string): string {
  switch (what.kind) {
    case "first-seen":
      return `saw this for the first time${what.release ? ` in ${what.release}` : ""}`;
    case "ongoing":
      return "calls this ongoing: it is a week old";
    case "resolved":
      return `resolved this${what.because === "inactive" ? ": it had not happened for days" : resolvedIn(what.in)}`;
    case "regressed":
      return `saw this again after it was resolved${what.release ? `, in ${what.release}` : ""}`;
    case "ignored":
      return `ignored this${ignoredUntil(what.until)}`;
    case "woken":
      return `opened this again: ${because[what.because]}`;
    case "reopened":
      return "reopened this";
    case "assigned":
      return what.to === undefined
        ? "assigned this to nobody"
        : `assigned this to ${toName ?? "a former user"}${what.rule === undefined ? "" : `, by the rule “${what.rule}”`}`;
    case "commented":
      return "commented";
    case "comment-edited":
      return "edited a comment";
    case "merged":
      return `merged ${what.from.map(({ shortId }) => shortId).join(", ")} into this`;
    case "split":
      return `split ${what.into} off this`;
    case "split-off":
      return `split this off ${what.from}`;
    case "undone":
      return `took back that this was ${what.act}`;
  }
}

function resolvedIn(resolution: Resolution): string {
  if (resolution.kind === "release") return ` in ${resolution.version}`;
  return resolution.kind === "next-release" ? " in the next release" : "";
}

function ignoredUntil(until: IgnoreUntil): string {
  switch (until.kind) {
    case "forever":
      return " until it is reopened";
    case "time":
      return ` until ${utc(until.at)}`;
    case "count":
      return ` until it has ${counted(until.count, "event")}`;
    case "users":
      return ` until it has met ${counted(until.users, "person", "people")}`;
    case "escalates":
      return " until it happens more often than in the week before";
  }
}

const because = {
  time: "the time it was to be ignored for is over",
  count: "it has as many events as it was to be ignored for",
  users: "it has met as many people as it was to be ignored for",
  escalation: "it happens more often than in the busiest hour of the week before",
};
