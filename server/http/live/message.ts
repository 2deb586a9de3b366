import type { IssueId } from "#server/domain/ids.ts";
import type { ActivityKind } from "#server/domain/issue/activity.ts";

/**
 * A message to an open page: that there is news, with details only for its own issue. Never titles
 * or texts: the page requests those with its usual permissions.
 */
type LiveAct = { issue: IssueId; what: "new" | "regressed" | "changed"; said?: string };
type LiveCount = { issue: IssueId; count: number };

/** Reconnection delay of the browser. */
const retryMs = 3_000;

/** Sent first, with content so that proxies don't hold it back. */
export const greeting = `retry: ${retryMs}\n\n`;
/** A comment that keeps the connection alive. */
export const heartbeat = ":\n\n";
/** Too many activities to report one by one. */
export const missed = (id: number): string => eventOf("missed", {}, id);

/** The ID is the activity's: a reconnecting browser sends it back (`Last-Event-ID`). */
export const actMessage = (id: number, act: LiveAct): string => eventOf("act", act, id);
export const countMessage = (count: LiveCount): string => eventOf("count", count);

function eventOf(name: string, content: object, id?: number): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(content)}\n\n`;
}

export function whatOf({ kind }: ActivityKind): LiveAct["what"] {
  if (kind === "first-seen" || kind === "split-off") return "new";
  return kind === "regressed" ? "regressed" : "changed";
}

/** What was done to the displayed issue: `Ada resolved this`. */
export function sentenceOf({ kind }: ActivityKind, who: string): string {
  return `${who} ${verbs[kind]}`;
}

const verbs: Record<ActivityKind["kind"], string> = {
  "first-seen": "created this issue",
  ongoing: "marked this as ongoing",
  resolved: "resolved this",
  regressed: "found a regression",
  ignored: "ignored this",
  woken: "reopened this",
  reopened: "reopened this",
  assigned: "assigned this",
  commented: "commented",
  "comment-edited": "edited a comment",
  merged: "merged another issue into this",
  split: "unmerged an issue from this",
  "split-off": "unmerged this from another issue",
  undone: "undid a change",
};
