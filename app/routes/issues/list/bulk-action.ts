import { data, href, redirect } from "react-router";
import { type AskedInProject, findIssues, requireProject } from "#app/guard.ts";
import type { BulkFilter } from "#server/domain/issue/bulk-act.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Route } from "../+types/list.ts";
import { actOf, seenOf } from "#app/routes/issues/triage/act-of-form.ts";
import { conflictsOf } from "#app/routes/issues/triage/conflict.ts";
import { mergeSelected } from "#app/routes/issues/grouping/merge-action.ts";
import { listFilter } from "./list-filter.ts";
import { refuseBulk, selectedIn } from "./refuse-bulk.ts";
import { readTriage } from "#app/routes/issues/triage/triage-form.ts";

/** Actions on selected issues, or on `all` that match the URL. Redirects with 303 to the list. */
export async function bulkAction(args: Route.ActionArgs) {
  const asked = await requireProject(args, "issue:triage");
  const form = await args.request.formData();
  if (form.get("intent") === "merge") return mergeSelected(asked, form);
  if (form.get("intent") === "undo") return undo(asked, form, args.url);
  const read = readTriage(form, asked.services.now());
  if (!read.ok) return refuseBulk(form, Object.values(read.errors).join(" "));
  const meant = await actOf(asked, read.act, form);
  if (!meant.ok) return refuseBulk(form, Object.values(meant.errors).join(" "));
  const { act } = meant;
  const filter = await targetOf(asked, form, args.url);
  if (isProblem(filter)) return refuseBulk(form, filter.detail);
  if (act.intent === "delete" && !filter.ids && form.get("sure") !== "yes")
    return askOnce(asked, filter, act);
  const seen = seenOf(form);
  const { bulk, conflicts } = await asked.services.commands.bulk(asked, asked.project, {
    act,
    seen,
    filter,
  });
  if (conflicts.length > 0 && seen !== undefined) {
    const shown = await conflictsOf(asked, form, conflicts, seen);
    return data({ ...shown, done: bulk.changed > 0 ? bulk.id : undefined }, { status: 409 });
  }
  return redirect(doneAt(asked, args.url, bulk.id), 303);
}

/** Irreversible actions on more than the selected issues need a confirmation. */
async function askOnce(
  { services, project }: AskedInProject,
  filter: BulkFilter,
  { discard }: { discard: boolean },
) {
  const count = await services.store.issues.countMatching(
    { ...filter, projectId: project.id },
    countedUpTo,
  );
  return data({ deleteAll: { count, discard, made: filter.until } }, { status: 422 });
}

const countedUpTo = 100_000;

async function undo(asked: AskedInProject, form: FormData, url: URL) {
  const undone = await asked.services.commands.undoBulk(
    asked,
    asked.project,
    Number(form.get("bulk")),
  );
  return isProblem(undone)
    ? refuseBulk(form, undone.detail)
    : redirect(doneAt(asked, url, undone.id), 303);
}

/** The list, which then shows the result. */
function doneAt({ project }: AskedInProject, url: URL, bulkId: number): string {
  const params = new URLSearchParams(url.search);
  params.set("done", String(bulkId));
  return `${href("/:project/issues", { project: project.slug })}?${params}`;
}

/**
 * All matches when the list was loaded (`made`), or the given issues by short ID or number; unknown
 * ones are skipped.
 */
async function targetOf(
  asked: AskedInProject,
  form: FormData,
  url: URL,
): Promise<BulkFilter | Problem> {
  if (form.get("all") === "yes") return matching(asked, Number(form.get("made")), url.searchParams);
  const ids = (await findIssues(asked, selectedIn(form))).map(({ id }) => id);
  if (ids.length === 0) return { problem: "invalid", detail: "Select at least one issue." };
  return { query: { states: [], levels: [], words: [] }, ids };
}

async function matching(
  asked: AskedInProject,
  madeAt: number,
  params: URLSearchParams,
): Promise<BulkFilter | Problem> {
  const made = madeAt > 0 && Number.isSafeInteger(madeAt) ? madeAt : asked.services.now();
  const filter = await listFilter(asked, params, made);
  return isProblem(filter) ? filter : { ...filter, until: made };
}
