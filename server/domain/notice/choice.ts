import type { NoticeKind } from "./notice.ts";

/** What a person can unsubscribe from; `alerts` are emails of rules to all members. */
export const noticeTopics = [
  "assigned",
  "mentioned",
  "commented",
  "regressed",
  "resolved",
  "alerts",
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** The same, as the end of "Tell me when". */
export const topicWords: Record<NoticeTopic, string> = {
  assigned: "An issue is assigned to me",
  mentioned: "I'm mentioned",
  commented: "An issue I'm subscribed to gets a comment",
  regressed: "An issue I'm subscribed to regresses",
  resolved: "An issue I'm subscribed to is resolved",
  alerts: "An alert rule notifies all members of a project",
};

/** An email of its own, off by default: what changed in a project in a week. */
export const weeklyTopic = "weekly";

/** What an email's unsubscribe link ends. */
export type EmailTopic = NoticeTopic | typeof weeklyTopic;

/** The same, as the end of "emails about". */
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
 * Of a project: all of its issues, those one takes part in, or none; alerts to all members fall
 * silent with the last alone.
 */
export const noticeReaches = ["everything", "mine", "nothing"] as const;
export type NoticeReach = (typeof noticeReaches)[number];

/** What one person wants of one project. */
export type Wanted = { unwanted: readonly NoticeTopic[]; reach: NoticeReach };

export const defaultWanted: Wanted = { unwanted: [], reach: "mine" };

/**
 * `takesPart`: in the issue; whom a notice is about in person (assigned, mentioned) always does.
 */
export function isWanted(
  topic: NoticeTopic,
  { unwanted, reach }: Wanted,
  takesPart: boolean,
): boolean {
  if (unwanted.includes(topic) || reach === "nothing") return false;
  return takesPart || reach === "everything";
}

/** What one would choose to stop getting notices of this kind. */
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
