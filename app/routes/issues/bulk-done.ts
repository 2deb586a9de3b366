import type { AskedInProject } from "#app/guard.ts";
import { type BulkTold, tellBulk } from "./bulk-sentence.ts";

/** What `?done=` tells whoever did it; nothing to others, and nothing a day later. */
export async function bulkDone(
  { services, viewer, project }: AskedInProject,
  params: URLSearchParams,
): Promise<BulkTold | undefined> {
  const id = Number(params.get("done") ?? "");
  if (!Number.isSafeInteger(id) || id <= 0) return undefined;
  const { bulk, discards } = services.store;
  const found = await bulk.find(project.id, id);
  if (found?.by !== viewer.user.id) return undefined;
  return tellBulk(found, found.act.intent === "delete" ? await discards.emptying(project.id) : 0);
}
