import type { AskedInProject } from "#app/guard.ts";
import type { Misread } from "#app/ui/misread.tsx";

type Found = { rows: unknown[]; next?: string; misread?: Misread };

/** What else may be searched for where nothing was found, and there is nowhere to go on. */
export async function otherSearches(asked: AskedInProject, { rows, next, misread }: Found, params: URLSearchParams) {
  const query = params.get("query") ?? "";
  if (rows.length > 0 || next !== undefined || params.has("cursor")) return { hints: [] };
  return { hints: misread ? [] : await asked.services.hintTraceSearch(asked.project, query) };
}
