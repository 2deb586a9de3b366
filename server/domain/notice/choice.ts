import type { NoticeKind } from "./notice.ts";

/** What people can say that they do not want to hear of; `alerts` are the letters of rules to all members. */
export const noticeTopics = ["assigned", "mentioned", "commented", "regressed", "resolved", "alerts"] as const;
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

/** Of a project: all of its issues, those one takes part in, or none; alerts to all members fall silent with the last alone. */
export const noticeReaches = ["everything", "mine", "nothing"] as const;
export type NoticeReach = (typeof noticeReaches)[number];

/** What one person wants of one project. */
export type Wanted = { unwanted: readonly NoticeTopic[]; reach: NoticeReach };

export const defaultWanted: Wanted = { unwanted: [], reach: "mine" };

/** `takesPart`: in the issue; whom a notice is about in person (assigned, mentioned) always does. */
export function isWanted(topic: NoticeTopic, { unwanted, reach }: Wanted, takesPart: boolean): boolean {
  if (unwanted.includes(topic) || reach === "nothing") return false;
  return takesPart || reach === "everything";
}

/** What one would choose to stop getting notices of this kind. */
export function topicOf(kind: NoticeKind): NoticeTopic {
  switch (kind) {
    case "assigned":
    case "mentioned":
    case "commented":
    case "resolved":
      return kind;
    case "issue-regressed":
      return "regressed";
    default:
      return "alerts";
  }
}

export function isTopic(value: unknown): value is NoticeTopic {
  return noticeTopics.some((topic) => topic === value);
}
