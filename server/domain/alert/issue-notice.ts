import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { ActivityKind } from "#server/domain/issue/activity.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import { frameFacts, stackExcerpt } from "./frame-facts.ts";
import { grouped } from "#server/domain/count.ts";

/**
 * What an email about an issue contains. The event is the one that it is about, else the newest.
 */
export type IssueStory = { project: Project; issue: Issue; event?: ErrorEvent };

const longestSubject = 160;

/** One line of plain text, whatever was thrown. */
export function oneLine(text: string, longest = longestSubject): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}

const titleOf = ({ issue }: IssueStory): string => oneLine(issueTitle(issue));
export const nameOf = ({ slug, name }: Project): Notice["project"] => ({ slug, name });

/**
 * A notice about an issue: the headline and first sentence are given, the rest is what one needs to
 * act.
 */
export function issueNotice(
  kind: Notice["kind"],
  story: IssueStory,
  {
    headline,
    sentences,
    facts = [],
  }: { headline: string; sentences: string[]; facts?: Notice["facts"] },
): Notice {
  const { project, issue } = story;
  const title = titleOf(story);
  return {
    kind,
    subject: oneLine(`${headline}: ${title}`),
    body: [...sentences, ...requestSentence(story)],
    facts: [...facts, ...issueFacts(story)],
    about: { text: `View ${issue.shortId}`, path: `/${project.slug}/issues/${issue.shortId}` },
    project: nameOf(project),
    issue: { shortId: issue.shortId, title, level: issue.level, culprit: issue.culprit },
    ...stackExcerpt(story.event),
  };
}

/** Of the log's entries those that rules tell of. */
export type ToldActivity = Extract<ActivityKind, { kind: "first-seen" | "regressed" | "woken" }>;

const wokenBy = {
  time: "the ignore period ended",
  count: "it reached its event threshold",
  users: "it reached its user threshold",
  escalation: "it exceeded the busiest hour of the previous week",
} as const;

export function activityNotice(what: ToldActivity, story: IssueStory): Notice {
  const { shortId } = story.issue;
  const within = what.kind !== "woken" && what.release ? ` in release ${what.release}` : "";
  if (what.kind === "first-seen") {
    const sentences = [`A new issue was created${within}.`];
    return issueNotice("issue-new", story, { headline: `New issue ${shortId}`, sentences });
  }
  if (what.kind === "regressed") {
    const sentences = [`A resolved issue regressed${within}.`];
    return issueNotice("issue-regressed", story, { headline: `${shortId} regressed`, sentences });
  }
  const sentences = [`The issue is no longer ignored: ${wokenBy[what.because]}.`];
  const headline =
    what.because === "time" ? `${shortId} is no longer ignored` : `${shortId} escalated`;
  return issueNotice("issue-escalated", story, { headline, sentences });
}

function requestSentence({ issue, event }: IssueStory): string[] {
  const { method, url } = event?.request ?? {};
  const where = url ? oneLine([method, url].filter(Boolean).join(" ")) : "";
  if (issue.culprit && where) return [`Culprit: ${issue.culprit}. Request: ${where}.`];
  return issue.culprit || where
    ? [`${issue.culprit ? "Culprit" : "Request"}: ${issue.culprit || where}.`]
    : [];
}

function issueFacts({ issue, event }: IssueStory): Notice["facts"] {
  const named = [
    ["Events", grouped(issue.count)],
    ["Users", issue.userCount > 0 ? grouped(issue.userCount) : ""],
    ["Release", event?.release ?? issue.lastRelease ?? ""],
    ["Environment", event?.environment ?? ""],
    ["Assigned to", issue.assignee?.name ?? ""],
  ] as const;
  const facts = named.flatMap(([label, value]) =>
    value === "" ? [] : [{ label, value: oneLine(value) }],
  );
  return [...facts, ...(event ? frameFacts(event) : [])];
}
