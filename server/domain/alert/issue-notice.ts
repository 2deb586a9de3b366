import type { ErrorEvent, Frame } from "#server/domain/event/error-event.ts";
import type { ActivityKind } from "#server/domain/issue/activity.ts";
import { wokenBecause } from "#server/domain/issue/activity-words.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import type { Notice, StackExcerpt } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import { grouped } from "#server/domain/count.ts";

const mostFrames = 3;
/** Lines of source on each side of the failing line. */
const mostLines = 3;
const longestLine = 200;

type Stacks = Pick<ErrorEvent, "exceptions" | "threads">;

function frameFacts(event: Stacks): Notice["facts"] {
  return ownFrames(event).map((frame, index) => ({
    label: index === 0 ? "Thrown in" : "Called by",
    value: frameLine(frame),
  }));
}

/** Spread into a notice: empty if the event has no stack. */
function stackExcerpt(event: Stacks | undefined): Pick<Notice, "stack"> {
  const frames = event ? ownFrames(event) : [];
  if (frames.length === 0) return {};
  return { stack: { frames: frames.map(frameLine), ...sourceOf(frames[0]!) } };
}

function sourceOf({ context, line }: Frame): Pick<StackExcerpt, "source"> {
  if (!context || line === undefined) return {};
  const pre = context.pre.slice(-mostLines);
  const post = context.post.slice(0, mostLines);
  while (post.at(-1)?.trim() === "") post.pop();
  const lines = [...pre, context.line, ...post];
  const shown = lines.map((text) =>
    text.length > longestLine ? `${text.slice(0, longestLine - 1)}…` : text,
  );
  return { source: { first: line - pre.length, lines: shown, failing: pre.length } };
}

/** In-app frames of the thrown exception, innermost first; without any, the first frames. */
function ownFrames(event: Stacks): Frame[] {
  const frames = event.exceptions.at(-1)?.frames ?? event.threads[0]?.frames ?? [];
  const own = frames.filter(({ inApp }) => inApp);
  return (own.length > 0 ? own : frames).slice(0, mostFrames);
}

/** `submitOrder (src/checkout.ts:42:7)`. */
function frameLine({ function: name, file, absPath, module, line, column }: Frame): string {
  const place = [file ?? absPath ?? module, line, column]
    .filter((part) => part !== undefined)
    .join(":");
  return place === ""
    ? (name ?? "(unknown)")
    : `${name && name !== "?" ? name : "(anonymous)"} (${place})`;
}

/** Content of an email about an issue. The event is its subject, otherwise the newest. */
export type IssueStory = { project: Project; issue: Issue; event?: ErrorEvent };

const longestSubject = 160;

/** One line of plain text from any value. */
export function oneLine(text: string, longest = longestSubject): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}

const titleOf = ({ issue }: IssueStory): string => oneLine(issueTitle(issue));
export const nameOf = ({ slug, name }: Project): Notice["project"] => ({ slug, name });

/**
 * A notice about an issue: headline and first sentence are given; the rest are details for acting
 * on it.
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

/** Activities that trigger rules. */
export type ToldActivity = Extract<ActivityKind, { kind: "first-seen" | "regressed" | "woken" }>;

export function activityNotice(what: ToldActivity, story: IssueStory): Notice {
  const { shortId } = story.issue;
  const within = what.kind !== "woken" && what.release ? ` in release ${what.release}` : "";
  if (what.kind === "first-seen") {
    const sentences = within === "" ? [] : [`First seen${within}.`];
    return issueNotice("issue-new", story, { headline: `New issue ${shortId}`, sentences });
  }
  if (what.kind === "regressed") {
    const sentences = [`A resolved issue regressed${within}.`];
    return issueNotice("issue-regressed", story, { headline: `${shortId} regressed`, sentences });
  }
  const sentences = [`The issue is no longer ignored: ${wokenBecause[what.because]}.`];
  const headline =
    what.because === "time" ? `${shortId} is no longer ignored` : `${shortId} escalated`;
  return issueNotice("issue-escalated", story, { headline, sentences });
}

function requestSentence({ issue, event }: IssueStory): string[] {
  const { method, url } = event?.request ?? {};
  const where = url ? oneLine([method, url].filter(Boolean).join(" ")) : "";
  if (issue.culprit && where) return [`Culprit: ${issue.culprit}`, `Request: ${where}`];
  return issue.culprit || where
    ? [`${issue.culprit ? "Culprit" : "Request"}: ${issue.culprit || where}`]
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
