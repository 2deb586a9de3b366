import type { IssueId } from "#server/domain/ids.ts";
import type { ActivityKind } from "#server/domain/issue/activity.ts";

/**
 * What a page is told while it is open: that there is something, and of its own issue what. Never
 * titles or texts; for those it asks again, by the rules of pages.
 */
type LiveAct = { issue: IssueId; what: "new" | "regressed" | "changed"; said?: string };
type LiveCount = { issue: IssueId; count: number };

/** The browser waits this long before it comes back. */
const retryMs = 3_000;

/** Comes first, with something in it that proxies do not hold back. */
export const greeting = `retry: ${retryMs}\n\n`;
/** A comment: it keeps the connection from being taken for dead. */
export const heartbeat = ":\n\n";
/** More has happened than is worth telling one by one. */
export const missed = (id: number): string => eventOf("missed", {}, id);

/** The id is the activity's: what a browser that comes back says it had (`Last-Event-ID`). */
export const actMessage = (id: number, act: LiveAct): string => eventOf("act", act, id);
export const countMessage = (count: LiveCount): string => eventOf("count", count);

function eventOf(name: string, content: object, id?: number): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(content)}\n\n`;
}

export function whatOf({ kind }: ActivityKind): LiveAct["what"] {
  if (kind === "first-seen" || kind === "split-off") return "new";
  return kind === "regressed" ? "regressed" : "changed";
}

/** What was done to the issue that one is looking at: `Ada resolved this`. */
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
