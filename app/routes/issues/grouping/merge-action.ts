import { data, href, redirect } from "react-router";
import { type AskedAboutIssue, type AskedInProject, findIssue, findIssues } from "#app/guard.ts";
import { localPath } from "#app/local-path.ts";
import { wrongForm } from "#server/domain/form/read-form.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { refuseField, selectedIn } from "#app/routes/issues/list/refuse-bulk.ts";

/**
 * `intent=merge` on the list: merges the selected issues into `into`, otherwise into the one with
 * most events.
 */
export async function mergeSelected(asked: AskedInProject, form: FormData) {
  const wrong = (detail: string) => refuseField(form, "into", detail);
  if (form.get("all") === "yes")
    return wrong("Select individual issues to merge; “all matching” isn't supported.");
  const selected = await findIssues(asked, selectedIn(form));
  const into = await targetOf(asked, form);
  if (isProblem(into)) return wrong(into.detail);
  const ids = [...selected, ...(into ? [into] : [])].map(({ id }) => id);
  const merged = await asked.services.commands.mergeIssues(
    asked.viewer,
    asked.project,
    ids,
    into?.id,
  );
  return isProblem(merged) ? wrong(merged.detail) : redirect(pathOf(asked, merged), 303);
}

/** `intent=merge` on an issue: merges it into `into`. */
export async function mergeThis(asked: AskedAboutIssue, form: FormData) {
  const into = await targetOf(asked, form);
  const typed = String(form.get("into") ?? "");
  const wrong = (detail: string) =>
    data(wrongForm({ into: detail }, { intent: "merge", into: typed }), { status: 422 });
  if (isProblem(into)) return wrong(into.detail);
  if (!into) return wrong("Enter the short ID of an issue.");
  if (into.id === asked.issue.id) return wrong("This is the same issue. Enter another one.");
  const { viewer, project, services } = asked;
  const merged = await services.commands.mergeIssues(
    viewer,
    project,
    [asked.issue.id, into.id],
    into.id,
  );
  if (isProblem(merged)) return wrong(merged.detail);
  return redirect(localPath(form.get("next")) ?? pathOf(asked, merged), 303);
}

async function targetOf(
  asked: AskedInProject,
  form: FormData,
): Promise<Issue | undefined | Problem> {
  const name = form.get("into");
  if (typeof name !== "string" || name.trim() === "") return undefined;
  const issue = await findIssue(asked, name.trim());
  return (
    issue ?? {
      problem: "invalid",
      detail: `Issue ${name.trim().slice(0, 50)} not found in this project.`,
    }
  );
}

const pathOf = ({ project }: AskedInProject, { shortId }: Issue) =>
  href("/:project/issues/:issue", { project: project.slug, issue: shortId });
