import type { UserId } from "#server/domain/ids.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { SavedSearch } from "#server/storage/projects/search-store.ts";
import type { Store } from "#server/storage/store.ts";

type NewSearch = Pick<SavedSearch, "name" | "query" | "sort"> & {
  /** With all readers of the project. */
  isShared: boolean;
};

export type SearchAct =
  | { intent: "rename"; name: string }
  | { intent: "remove" | "default" | "no-default" };

type Deps = { store: Pick<Store, "searches"> };

/** More would be no help to find one's way by. */
const searchesMax = 100;

/** `invalid` when the name is another's: the field's own sentence. */
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

/** On one that the person sees: their own or the project's. */
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
