import { counted } from "#server/domain/count.ts";
import type { IssueListContent } from "#server/http/data/issue-list.ts";
import { writeEventParts } from "./event.ts";
import type { IssuePage } from "./forms.ts";
import {
  code,
  cut,
  facts,
  fenced,
  linkTo,
  list,
  paragraphs,
  share,
  type Site,
  words,
} from "./written.ts";

type ListedIssue = IssueListContent["issues"][number];

const most = { issues: 200, tags: 12, values: 3, comments: 10, comment: 2000 };

export function writeIssueList({ issues, next }: IssueListContent, site: Site): string {
  return paragraphs(
    `# Issues in ${site.project}`,
    issues.length === 0
      ? "No issues match this search."
      : list(issues, most.issues, (issue) => issueLine(issue, site)),
    next !== null && `More issues: repeat with \`cursor=${encodeURIComponent(next)}\`.`,
  );
}

/** One issue as a list line. */
export function issueLine(issue: ListedIssue, site: Site): string {
  const { shortId, title, level, culprit, count, userCount, lastSeen } = issue;
  const where = culprit ? ` in ${code(culprit)}` : "";
  const numbers = `${counted(count, "event")}, ${counted(userCount, "user")}, last seen ${lastSeen}`;
  return `**${shortId}** ${words(title)}${where} (${level}, ${stateWords(issue)}; ${numbers}) ${issueLink(shortId, site)}`;
}

const issueLink = (shortId: string, site: Site): string =>
  linkTo(site, `/${site.project}/issues/${shortId}`);

const stateWords = ({ state, substate }: Pick<ListedIssue, "state" | "substate">): string =>
  `${state}, ${substate}`;

export function writeIssue(issue: IssuePage, site: Site): string {
  const { shortId, title, level, culprit, assignee, event, tags, comments } = issue;
  return paragraphs(
    `# ${shortId}: ${words(title)}`,
    facts([
      ["Page", issueLink(shortId, site)],
      ["Status", stateWords(issue)],
      ["Level", `${level}${issue.unhandled ? ", unhandled" : ""}`],
      ["Culprit", culprit && code(culprit)],
      ["Events", issue.count],
      ["Users", issue.userCount],
      ["First seen", `${issue.firstSeen}${inRelease(issue.firstRelease)}`],
      ["Last seen", `${issue.lastSeen}${inRelease(issue.lastRelease)}`],
      ["Assigned to", assignee ? words(assignee.name) : "–"],
      ["Events per hour, last 24 hours", issue.trend.counts.join(" ")],
    ]),
    tags.length > 0 && `## Tags\n\n${list(tags, most.tags, tagLine)}`,
    event
      ? `## Event ${event.eventId}\n\n${writeEventParts({ ...event, tags: {} }, site)}`
      : "The events of this issue have expired.",
    comments.length > 0 &&
      `## Comments\n\n${comments.slice(0, most.comments).map(commentBlock).join("\n\n")}`,
    comments.length > most.comments && `${comments.length - most.comments} more comments.`,
  );
}

const inRelease = (release: string | null): string => (release ? ` in ${code(release)}` : "");

function tagLine({ key, total, values }: IssuePage["tags"][number]): string {
  const shown = values
    .slice(0, most.values)
    .map(({ value, count }) => `${code(value)} ${share(count / Math.max(1, total))}`);
  return `${code(key)}: ${shown.join(", ")}`;
}

/** The unmodified comment in a block: another author's Markdown isn't part of this page. */
function commentBlock({ by, at, comment }: IssuePage["comments"][number]): string {
  return `${words(by.name ?? "a former user")}, ${at}:\n\n${fenced(cut(comment?.text ?? "", most.comment), "markdown")}`;
}
