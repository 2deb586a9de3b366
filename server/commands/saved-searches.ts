import type { UserId } from "#server/domain/ids.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { SavedSearch } from "#server/storage/projects/search-store.ts";
import type { Store } from "#server/storage/store.ts";

type NewSearch = Pick<SavedSearch, "name" | "query" | "sort"> & {
  /** Shared with all readers of the project. */
  isShared: boolean;
};

export type SearchAct =
  | { intent: "rename"; name: string }
  | { intent: "remove" | "default" | "no-default" };

type Deps = { store: Pick<Store, "searches"> };

/** A longer list would not be usable. */
const searchesMax = 100;

/** `invalid` with the field's message if the name is taken. */
export async function saveSearch(
  { store }: Deps,
  by: UserId,
  { id: projectId }: Project,
  { name, query, sort, isShared }: NewSearch,
): Promise<SavedSearch | Problem> {
  const present = await store.searches.list(projectId, by);
  if (present.length >= searchesMax) {
    return {
      problem: "conflict",
      detail: `A project can have at most ${searchesMax} saved searches. Remove one that you no longer need.`,
    };
  }
  const saved = await store.searches.add({
    projectId,
    name,
    query,
    sort,
    ...(!isShared && { userId: by }),
  });
  return saved === "taken" ? taken : saved;
}

/** Works on the user's own and shared searches. */
export async function actOnSearch(
  { store: { searches } }: Deps,
  { id: projectId }: Project,
  { id }: SavedSearch,
  act: SearchAct,
): Promise<Problem | undefined> {
  if (act.intent === "remove") await searches.remove(projectId, id);
  if (act.intent === "default") await searches.setDefault(projectId, id);
  if (act.intent === "no-default") await searches.setDefault(projectId, undefined);
  if (act.intent !== "rename") return undefined;
  return (await searches.rename(projectId, id, act.name)) === "taken" ? taken : undefined;
}

const taken: Problem = {
  problem: "invalid",
  detail: "A saved search with this name already exists.",
};
