import type { MonitorId, ProjectId } from "#server/domain/ids.ts";

/** A monitor that failed or recovered. `id` grows, so that followers read later ones. */
export type MonitorIncident = {
  id: number;
  projectId: ProjectId;
  monitorId: MonitorId;
  slug: string;
  name: string;
  at: number;
  environment: string;
  what: "missed" | "late" | "failed" | "recovered";
};
