import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { IssueSort } from "#server/storage/issues/issue-store.ts";

/** Searches that were given a name: a person's own, and those of the whole project. */
export interface SearchStore {
  /** The project's and the person's own, by name. */
  list(projectId: ProjectId, userId: UserId): Promise<SavedSearch[]>;
  /** "taken" when another one of the same person, or of the project, has the name. */
  add(search: Omit<SavedSearch, "id" | "isDefault">): Promise<SavedSearch | "taken">;
  /** "taken" as above; undefined when there is none. */
  rename(
    projectId: ProjectId,
    id: number,
    name: string,
  ): Promise<SavedSearch | "taken" | undefined>;
  /** Makes one of the project's searches what its list begins with; undefined: none any more. */
  setDefault(projectId: ProjectId, id: number | undefined): Promise<void>;
  /** What the project's list begins with, if anyone chose it. */
  default(projectId: ProjectId): Promise<SavedSearch | undefined>;
  remove(projectId: ProjectId, id: number): Promise<void>;
}

export type SavedSearch = {
  id: number;
  projectId: ProjectId;
  /** Absent: the whole project's. */
  userId?: UserId;
  name: string;
  query: string;
  sort: IssueSort;
  isDefault: boolean;
};
