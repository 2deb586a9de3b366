import type { UserId } from "#server/domain/ids.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { SavedSearch } from "#server/storage/projects/search-store.ts";

/** The part of the commands for saved searches. */
export interface SearchCommands {
  saveSearch(by: UserId, project: Project, search: NewSearch): Promise<SavedSearch | Problem>;
  actOnSearch(project: Project, search: SavedSearch, act: SearchAct): Promise<Problem | undefined>;
}

export type NewSearch = Pick<SavedSearch, "name" | "query" | "sort"> & {
  /** With everybody who reads the project. */
  isShared: boolean;
};

export type SearchAct = { intent: "rename"; name: string } | { intent: "remove" | "default" | "no-default" };
