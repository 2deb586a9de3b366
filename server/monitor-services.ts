import type { Monitor, MonitorConfig } from "#server/domain/monitor/monitor.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";

/** What a monitor's form says. */
export type MonitorForm = MonitorConfig & { name: string; slug: string };

/** The part of `Commands` (services.ts) by which monitors change. A monitor that is gone is "not-found". */
export interface MonitorCommands {
  /** "invalid" with the field in `causes`; "conflict" when the slug is taken or there are too many. */
  makeMonitor(project: Project, form: MonitorForm): Promise<Monitor | Problem>;
  changeMonitor(project: Project, slug: string, form: MonitorForm): Promise<Monitor | Problem>;
  /** Until then nobody is told; undefined: from now on they are again. */
  muteMonitor(project: Project, slug: string, until: number | undefined): Promise<Monitor | Problem>;
  pauseMonitor(project: Project, slug: string): Promise<Monitor | Problem>;
  resumeMonitor(project: Project, slug: string): Promise<Monitor | Problem>;
  /** With its check-ins and incidents. */
  deleteMonitor(project: Project, slug: string): Promise<Monitor | Problem>;
}
