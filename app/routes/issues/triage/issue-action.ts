import { data, href, redirect } from "react-router";
import { type AskedAboutIssue, requireIssue, requireProject } from "#app/guard.ts";
import { localPath } from "#app/local-path.ts";
import { wrongForm } from "#server/domain/form/read-form.ts";
import type { DeleteAct, TriageAct } from "#server/domain/issue/act.ts";
import type { BulkFilter } from "#server/domain/issue/bulk-act.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "../+types/layout.ts";
import { actOf, seenOf } from "./act-of-form.ts";
import { conflictsOf } from "./conflict.ts";
import { mergeThis } from "#app/routes/issues/grouping/merge-action.ts";
import { readTriage } from "./triage-form.ts";

/**
 * Actions on an issue (`domain/issue/act`). Redirects with 303 to the form's page, or to the issue.
 * After a form, the page shows the result and *Undo*; scripts send no `seen` and get no such
 * message.
 */
export async function issueAction(args: Route.ActionArgs) {
  const asked = await requireIssue(args, "issue:comment");
  const { services, viewer, project, issue } = asked;
  const form = await args.request.formData();
  const itself =
    href("/:project/issues/:issue", { project: project.slug, issue: args.params.issue }) +
    args.url.search;
  const back = localPath(form.get("next")) ?? itself;
  if (await subscribe(asked, form.get("intent"))) return redirect(back, 303);
  await requireProject(args, "issue:triage");
  if (form.get("intent") === "merge") return mergeThis(asked, form);
  if (form.get("intent") === "undo") return undo(asked, form, back);
  const read = readTriage(form, services.now());
  if (!read.ok) return data(read, { status: 422 });
  const meant = await actOf(asked, read.act, form);
  if (!meant.ok) return data(meant, { status: 422 });
  const { act } = meant;
  // The list shows the result, because the issue's own page no longer exists.
  if (act.intent === "delete") return remove(asked, act);
  const seen = seenOf(form);
  if (seen !== undefined) return actAsSeen(asked, form, act, { seen, back });
  await services.commands.triage(viewer, project, [issue.id], act);
  return redirect(back, 303);
}

type AsSeen = { seen: number; back: string };

/** Does not overwrite changes by others since the form was loaded. */
async function actAsSeen(
  asked: AskedAboutIssue,
  form: FormData,
  act: TriageAct,
  { seen, back }: AsSeen,
) {
  const { services, project } = asked;
  const { bulk, conflicts } = await services.commands.bulk(asked, project, {
    act,
    seen,
    filter: only(asked),
  });
  if (conflicts.length > 0)
    return data(await conflictsOf(asked, form, conflicts, seen), { status: 409 });
  return redirect(withDone(back, bulk.id), 303);
}

async function remove(asked: AskedAboutIssue, act: DeleteAct) {
  const { services, project } = asked;
  const { bulk } = await services.commands.bulk(asked, project, { act, filter: only(asked) });
  return redirect(withDone(href("/:project/issues", { project: project.slug }), bulk.id), 303);
}

async function undo(asked: AskedAboutIssue, form: FormData, back: string) {
  const undone = await asked.services.commands.undoBulk(
    asked,
    asked.project,
    Number(form.get("bulk")),
  );
  if (isProblem(undone)) return data(wrongForm({ form: undone.detail }, {}), { status: 422 });
  return redirect(withDone(back, undone.id), 303);
}

const only = ({ issue }: AskedAboutIssue): BulkFilter => ({
  query: { states: [], levels: [], words: [] },
  ids: [issue.id],
});

function withDone(path: string, bulkId: number): string {
  const url = new URL(path, "http://here.invalid");
  url.searchParams.set("done", String(bulkId));
  return url.pathname + url.search;
}

/**
 * Actions for the viewer only: subscribing requires permission to comment. False for other actions.
 */
async function subscribe(
  { services, viewer, issue }: AskedAboutIssue,
  intent: unknown,
): Promise<boolean> {
  if (intent !== "subscribe" && intent !== "unsubscribe") return false;
  await services.commands.subscribe(
    viewer,
    issue,
    intent === "subscribe" ? "subscribed" : "unsubscribed",
  );
  return true;
}
