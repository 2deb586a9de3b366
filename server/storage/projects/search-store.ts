import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { IssueSort } from "#server/storage/issues/issue-store.ts";

/** Saved searches: personal, and those of the project. */
export interface SearchStore {
  /** The project's and the user's own, by name. */
  list(projectId: ProjectId, userId: UserId): Promise<SavedSearch[]>;
  /** "taken" if another one of the same user, or of the project, has the name. */
  add(search: Omit<SavedSearch, "id" | "isDefault">): Promise<SavedSearch | "taken">;
  /** "taken" as above; undefined if it doesn't exist. */
  rename(
    projectId: ProjectId,
    id: number,
    name: string,
  ): Promise<SavedSearch | "taken" | undefined>;
  /** Makes one of the project's searches the default of its list; undefined: none. */
  setDefault(projectId: ProjectId, id: number | undefined): Promise<void>;
  /** The default search of the project's list, if any. */
  default(projectId: ProjectId): Promise<SavedSearch | undefined>;
  remove(projectId: ProjectId, id: number): Promise<void>;
}

export type SavedSearch = {
  id: number;
  projectId: ProjectId;
  /** Absent: the project's. */
  userId?: UserId;
  name: string;
  query: string;
  sort: IssueSort;
  isDefault: boolean;
};
