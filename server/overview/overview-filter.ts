import type { ProjectId } from "#server/domain/ids.ts";

export type OverviewFilter = { projectId: ProjectId; environment?: string };
