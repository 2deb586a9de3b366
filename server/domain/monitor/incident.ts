import type { MonitorId, ProjectId } from "#server/domain/ids.ts";

/**
 * A monitor that changed for the worse or is well again. `id` grows: who follows asks for what came
 * after.
 */
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
