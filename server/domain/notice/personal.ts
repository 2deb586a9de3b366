import type { ActivityKind } from "#server/domain/issue/activity.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import { resolvedIn } from "#server/domain/issue/activity-words.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Notice } from "./notice.ts";

/** A personal notification. `by`: name of the actor, or Spoor. `said`: the lines of a comment. */
export type Told = {
  kind: "assigned" | "mentioned" | "commented" | "resolved" | "issue-regressed";
  issue: Issue;
  project: Pick<Project, "slug" | "name">;
  by: string;
  what: ActivityKind;
  said?: string[];
};

const longestTitle = 150;

export function personalNotice({ kind, issue, project, by, what, said }: Told): Notice {
  const title = cut(issueTitle(issue).replaceAll(/\s+/g, " "), longestTitle);
  const path = `/${project.slug}/issues/${issue.shortId}`;
  const comment = "commentId" in what ? `/activity#comment-${what.commentId}` : "";
  return {
    kind,
    subject: `${headline(kind, issue.shortId, by)}: ${title}`,
    body: said ?? [sentence(what, by)],
    facts: issue.culprit === "" ? [] : [{ label: "Culprit", value: issue.culprit }],
    about: { text: `View ${issue.shortId}`, path: path + comment },
    project: { slug: project.slug, name: project.name },
    issue: { shortId: issue.shortId, title, level: issue.level, culprit: issue.culprit },
  };
}

function headline(kind: Told["kind"], shortId: string, by: string): string {
  switch (kind) {
    case "assigned":
      return `${shortId} was assigned to you`;
    case "mentioned":
      return `${by} mentioned you on ${shortId}`;
    case "commented":
      return `${by} commented on ${shortId}`;
    case "resolved":
      return `${shortId} was resolved`;
    case "issue-regressed":
      return `${shortId} regressed`;
  }
}

function sentence(what: ActivityKind, by: string): string {
  if (what.kind === "assigned")
    return `${by} assigned this issue to you${what.rule === undefined ? "" : ` by the ownership rule ${what.rule}`}.`;
  if (what.kind === "resolved") return `${by} resolved this issue${resolvedIn(what.in)}.`;
  const release =
    what.kind === "regressed" && what.release !== undefined ? ` in ${what.release}` : "";
  return `This resolved issue regressed${release}.`;
}

const mostLines = 10;
const longestLine = 300;

/** The first lines of a comment, with an ellipsis if there are more. */
export function quoted(lines: readonly string[]): string[] {
  const first = lines.slice(0, mostLines).map((line) => cut(line, longestLine));
  return lines.length > mostLines ? [...first, "…"] : first;
}

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
