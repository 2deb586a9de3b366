import type { AskedAboutIssue, AskedInProject } from "#app/guard.ts";
import type { BulkAct } from "#server/domain/issue/bulk-act.ts";
import { type BulkSentence, bulkSentence, singleSentence } from "./bulk-sentence.ts";

/** The action in `?done=`, for the member who did it, and for at most a day. */
async function actDone(
  { services, viewer, project }: AskedInProject,
  params: URLSearchParams,
): Promise<BulkAct | undefined> {
  const id = Number(params.get("done") ?? "");
  if (!Number.isSafeInteger(id) || id <= 0) return undefined;
  const found = await services.store.bulk.find(project.id, id);
  return found?.by === viewer.user.id ? found : undefined;
}

/** Its result in a list. */
export async function bulkDone(
  asked: AskedInProject,
  params: URLSearchParams,
): Promise<BulkSentence | undefined> {
  const found = await actDone(asked, params);
  if (!found) return undefined;
  const { discards } = asked.services.store;
  const emptying =
    found.act.intent === "delete" ? await discards.emptying(asked.project.id) : undefined;
  return bulkSentence(found, {
    assignee: await assigneeOf(asked, found),
    ...(emptying !== undefined && { emptying }),
  });
}

async function assigneeOf(
  { services }: AskedInProject,
  { act }: BulkAct,
): Promise<string | undefined> {
  if (act.intent !== "assign" || act.to === null) return undefined;
  return (await services.store.people.byId(act.to))?.name;
}

/** Its result on the page of its only issue. */
export async function oneDone(
  asked: AskedAboutIssue,
  params: URLSearchParams,
): Promise<BulkSentence | undefined> {
  const found = await actDone(asked, params);
  const ids = found?.filter.ids;
  return found && ids?.length === 1 && ids[0] === asked.issue.id
    ? singleSentence(found, { assignee: await assigneeOf(asked, found) })
    : undefined;
}
