import type { ProjectId, UserId } from "#server/domain/ids.ts";
import type { Deletion } from "#server/storage/projects/project-store.ts";

export type DeletionRow = {
  project: number;
  slug: string;
  name: string;
  asked_by: number | null;
  started_at: number;
  ended_at: number | null;
  total: number;
  done: number;
  /** The day of telemetry that was emptied last: they go from the newest to the oldest. */
  day: string | null;
};

export const deletionColumns = "project, slug, name, asked_by, started_at, ended_at, total, done, day";

export function deletionOf(row: DeletionRow): Deletion {
  const { project, slug, name, asked_by, started_at, ended_at, total, done } = row;
  return {
    ...{ projectId: project as ProjectId, slug, name, total, done },
    ...(asked_by !== null && { askedBy: asked_by as UserId }),
    startedAt: started_at,
    ...(ended_at !== null && { endedAt: ended_at }),
  };
}
