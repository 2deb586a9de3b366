import { data, href, redirect } from "react-router";
import { type AskedAboutIssue, requireIssue, requireProject } from "#app/guard.ts";
import { localPath } from "#app/local-path.ts";
import { wrongForm } from "#server/domain/form/read-form.ts";
import type { DeleteAct } from "#server/domain/issue/act.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/layout.ts";
import { actOf, seenOf } from "./act-of-form.ts";
import { conflictsOf } from "./conflict.ts";
import { subscribe } from "./discussion/subscribe.ts";
import { mergeThis } from "./grouping/merge-action.ts";
import { readTriage } from "./triage-form.ts";

/** The acts of SPEC section 10. Answered with 303 to where the form stood, or to the issue itself. */
export async function issueAction(args: Route.ActionArgs) {
  const asked = await requireIssue(args, "issue:comment");
  const { services, viewer, project, issue } = asked;
  const form = await args.request.formData();
  const itself = href("/:project/issues/:issue", { project: project.slug, issue: args.params.issue }) + args.url.search;
  const back = localPath(form.get("next")) ?? itself;
  if (await subscribe(asked, form.get("intent"))) return redirect(back, 303);
  await requireProject(args, "issue:triage");
  if (form.get("intent") === "merge") return mergeThis(asked, form);
  const read = readTriage(form, services.now());
  if (!read.ok) return data(read, { status: 422 });
  const act = await actOf(asked, read.act);
  if (isProblem(act)) return data(wrongForm({ to: act.detail }, { intent: "assign" }), { status: 422 });
  if (act.intent === "delete") return remove(asked, act);
  const seen = seenOf(form);
  if (seen === undefined) await services.commands.triage(viewer, project, [issue.id], act);
  else {
    const conflict = await services.commands.triageAsSeen(viewer, issue, project, act, seen);
    if (conflict) return data(await conflictsOf(asked, form, [conflict], seen), { status: 409 });
  }
  return redirect(back, 303);
}

/** There is nothing to come back to: the list says what was done. */
async function remove(asked: AskedAboutIssue, act: DeleteAct) {
  const { services, project, issue } = asked;
  const filter = { query: { states: [], levels: [], words: [] }, ids: [issue.id] };
  const { bulk } = await services.commands.bulk(asked, project, { act, filter });
  return redirect(`${href("/:project/issues", { project: project.slug })}?done=${bulk.id}`, 303);
}
