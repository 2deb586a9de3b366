import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { SavedSearch } from "./search-store.ts";
import type { IssueSort } from "#server/storage/store.ts";

export type SearchRow = {
  id: number;
  project_id: ProjectId;
  user_id: UserId | null;
  name: string;
  query: string;
  sort: IssueSort;
  is_default: number;
};

export const searchColumns = "id, project_id, user_id, name, query, sort, is_default";

export const searchOf = ({ project_id, user_id, is_default, ...row }: SearchRow): SavedSearch => ({
  ...row,
  projectId: project_id,
  ...(user_id !== null && { userId: user_id }),
  isDefault: is_default === 1,
});
