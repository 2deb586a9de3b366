import type { TriageAct } from "#server/domain/issue/act.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { IgnoreUntil } from "#server/domain/issue/state.ts";
import type { ProjectAct } from "#server/domain/people/permission.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { type AskedProject, findIssue, projectFor } from "#server/http/data/asked.ts";
import { issueJson } from "#server/http/data/issue-json.ts";
import { issueLine } from "#server/http/markdown/issue.ts";
import { paragraphs } from "#server/http/markdown/written.ts";
import { addressOf, issue, project, text } from "./arguments.ts";
import type { Arguments, AskedByTool, Tool, Written } from "./tool.ts";

const onIssue = { readOnly: false, required: ["project", "issue"] };

export const actTools: readonly Tool[] = [
  {
    name: "resolve_issue",
    title: "Resolve",
    ...onIssue,
    description:
      "Resolves an issue: now, in the next release, or in a named release. If it happens again after that, it regresses.",
    properties: {
      project,
      issue,
      in: {
        type: "string",
        description: "Defaults to now.",
        enum: ["now", "next-release", "release"],
      },
      release: text("Version, when `in` is release."),
    },
    run: (asked, args) => triage(asked, args, resolution(args)),
  },
  {
    name: "ignore_issue",
    title: "Ignore",
    ...onIssue,
    description: "Ignores an issue until it is reopened or one of these conditions is met.",
    properties: {
      project,
      issue,
      until: text("A time in ISO 8601.", 50),
      count: {
        type: "integer",
        description: "This many more events.",
        minimum: 1,
        maximum: 1_000_000,
      },
      users: {
        type: "integer",
        description: "This many more users.",
        minimum: 1,
        maximum: 1_000_000,
      },
      escalates: {
        type: "boolean",
        description: "Events exceed the busiest hour of the previous week.",
      },
    },
    run: (asked, args) => triage(asked, args, ignoring(args, asked.services.now())),
  },
  {
    name: "reopen_issue",
    title: "Reopen",
    ...onIssue,
    properties: { project, issue },
    description: "Reopens a resolved or ignored issue.",
    run: (asked, args) => triage(asked, args, { intent: "reopen" }),
  },
  {
    name: "assign_issue",
    title: "Assign",
    ...onIssue,
    description: "Assigns an issue to a project member, or unassigns it.",
    properties: { project, issue, to: text("Email or name; empty to unassign.", 300) },
    run: assign,
  },
  {
    name: "comment_on_issue",
    title: "Comment",
    readOnly: false,
    required: ["project", "issue", "text"],
    description: "Adds a comment in Markdown under your name. Mentions like @ada notify members.",
    properties: { project, issue, text: text("The comment.", 10_000) },
    run: comment,
  },
];

type AskedAboutIssue = { inProject: AskedProject; found: Issue };

async function about(
  asked: AskedByTool,
  args: Arguments,
  act: ProjectAct,
): Promise<AskedAboutIssue | Problem> {
  const inProject = await projectFor(asked, String(args["project"]), act);
  if (isProblem(inProject)) return inProject;
  const found = await findIssue(inProject, addressOf(args, "issue"));
  return isProblem(found) ? found : { inProject, found };
}

async function triage(
  asked: AskedByTool,
  args: Arguments,
  act: TriageAct | Problem,
): Promise<Written | Problem> {
  const issueAsked = await about(asked, args, "issue:triage");
  if (isProblem(issueAsked)) return issueAsked;
  return isProblem(act) ? act : doTo(asked, issueAsked, act);
}

async function doTo(
  asked: AskedByTool,
  { inProject, found }: AskedAboutIssue,
  act: TriageAct,
): Promise<Written> {
  const { viewer, project: of } = inProject;
  const [now = found] = await asked.services.commands.triage(viewer, of, [found.id], act);
  return asItIs(asked, inProject, now);
}

/** The issue after the action. */
function asItIs({ url }: AskedByTool, { project: { slug } }: AskedProject, now: Issue): Written {
  const content = issueJson(now);
  return { text: paragraphs(issueLine(content, { url, project: slug })), content };
}

async function assign(asked: AskedByTool, args: Arguments): Promise<Written | Problem> {
  const issueAsked = await about(asked, args, "issue:triage");
  if (isProblem(issueAsked)) return issueAsked;
  const to = await asked.services.commands.findAssignee(
    issueAsked.inProject.project,
    String(args["to"] ?? ""),
  );
  return to !== null && isProblem(to) ? to : doTo(asked, issueAsked, { intent: "assign", to });
}

async function comment(asked: AskedByTool, args: Arguments): Promise<Written | Problem> {
  const issueAsked = await about(asked, args, "issue:comment");
  if (isProblem(issueAsked)) return issueAsked;
  const { inProject, found } = issueAsked;
  const made = await asked.services.commands.comment(asked.viewer, found, String(args["text"]));
  return isProblem(made) ? made : asItIs(asked, inProject, found);
}

function resolution({ in: when = "now", release = "" }: Arguments): TriageAct | Problem {
  if (when === "now") return { intent: "resolve" };
  if (when === "next-release") return { intent: "resolve-next" };
  const version = String(release).trim();
  return version
    ? { intent: "resolve-in", release: version }
    : { problem: "invalid", detail: "Set release to a version." };
}

function ignoring({ until, count, users, escalates }: Arguments, now: number): TriageAct | Problem {
  if (until === undefined)
    return { intent: "ignore", until: measured({ count, users, escalates }) };
  const at = Date.parse(String(until));
  if (!(at > now))
    return { problem: "invalid", detail: "Set until to a future time, like 2026-12-24T18:00:00Z." };
  return { intent: "ignore", until: { kind: "time", at } };
}

function measured({ count, users, escalates }: Arguments): IgnoreUntil {
  if (count !== undefined) return { kind: "count", count: Number(count) };
  if (users !== undefined) return { kind: "users", users: Number(users) };
  return { kind: escalates ? "escalates" : "forever" };
}
