import type { NoticeKind } from "./notice.ts";

/** Topics that a person can unsubscribe from; `alerts`: emails of rules to all members. */
export const noticeTopics = [
  "assigned",
  "mentioned",
  "commented",
  "regressed",
  "resolved",
  "alerts",
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** The same as the end of “Email me when”. */
export const topicWords: Record<NoticeTopic, string> = {
  assigned: "An issue is assigned to me",
  mentioned: "I'm mentioned",
  commented: "An issue I'm subscribed to gets a comment",
  regressed: "An issue I'm subscribed to regresses",
  resolved: "An issue I'm subscribed to is resolved",
  alerts: "An alert rule notifies all members of a project",
};

/** A separate email, off by default: a project's changes in a week. */
export const weeklyTopic = "weekly";

/** The topic that an email's unsubscribe link turns off. */
export type EmailTopic = NoticeTopic | typeof weeklyTopic;

/** The same as the end of “emails about”. */
export const emailTopicWords: Record<EmailTopic, string> = {
  assigned: "issues assigned to you",
  mentioned: "comments that mention you",
  commented: "comments on issues you're subscribed to",
  regressed: "regressions of issues you're subscribed to",
  resolved: "resolved issues you're subscribed to",
  alerts: "alerts for all members of a project",
  weekly: "changes in each project (the weekly digest)",
};

/**
 * Per project: all issues, subscribed ones, or none; only the last also stops alerts to all
 * members.
 */
export const noticeReaches = ["everything", "mine", "nothing"] as const;
export type NoticeReach = (typeof noticeReaches)[number];

/** One person's preferences for one project. */
export type Wanted = { unwanted: readonly NoticeTopic[]; reach: NoticeReach };

export const defaultWanted: Wanted = { unwanted: [], reach: "mine" };

/**
 * `takesPart`: subscribed to the issue; always true for a personal notice (assigned, mentioned).
 */
export function isWanted(
  topic: NoticeTopic,
  { unwanted, reach }: Wanted,
  takesPart: boolean,
): boolean {
  if (unwanted.includes(topic) || reach === "nothing") return false;
  return takesPart || reach === "everything";
}

/** The topic of a kind of notice. */
export function topicOf(kind: NoticeKind): EmailTopic {
  switch (kind) {
    case "assigned":
    case "mentioned":
    case "commented":
    case "resolved":
      return kind;
    case "issue-regressed":
      return "regressed";
    case "weekly":
      return weeklyTopic;
    default:
      return "alerts";
  }
}

export function isEmailTopic(value: unknown): value is EmailTopic {
  return value === weeklyTopic || noticeTopics.some((topic) => topic === value);
}
