import type { AlertRuleId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { VitalName } from "#server/domain/vital/vital.ts";
import type { Channel, Pace } from "./channel.ts";

/** The maximum Date: muted until unmuted. */
export const forever = 8_640_000_000_000_000;

/** An alert rule of a project, evaluated by the scheduler (`jobs/evaluate-alerts.ts`). */
export type AlertRule = {
  id: AlertRuleId;
  projectId: ProjectId;
  name: string;
  when: AlertCondition;
  /** In issue search syntax; empty: all. Only for conditions on issues. */
  filter: string;
  /** Empty: all. */
  environment: string;
  channels: Channel[];
  pace: Pace;
  /**
   * Nothing is sent before. Far in the future means “until unmuted”, because `Infinity` is not
   * JSON.
   */
  mutedUntil?: number;
  createdAt: number;
  /** Earlier data is ignored: creation time, or time of the last change of its subject. */
  since: number;
  createdBy?: UserId;
};

/** Percentiles of a route's durations. */
const measuredQuantiles = { p75: 0.75, p95: 0.95 } as const;

/** These, and the failure rate. */
export type RouteMeasure = keyof typeof measuredQuantiles | "failure-rate";

/** Undefined for the failure rate. */
export const quantileOf = (measure: RouteMeasure): number | undefined =>
  measure === "failure-rate" ? undefined : measuredQuantiles[measure];

export const routeMeasures: readonly RouteMeasure[] = [
  ...(Object.keys(measuredQuantiles) as (keyof typeof measuredQuantiles)[]),
  "failure-rate",
];

export type AlertCondition =
  | { kind: "issue-new" }
  | { kind: "issue-regressed" }
  /** An ignored issue reached its threshold. */
  | { kind: "issue-escalated" }
  | {
      kind: "frequency";
      of: "issue" | "project";
      measure: "events" | "users";
      moreThan: number;
      windowMinutes: number;
    }
  /** More than `factor` times the usual rate at that hour. */
  | { kind: "spike"; of: "issue" | "project"; factor: number }
  /** `over`: milliseconds, or a share from 0 to 1. `route` empty: any. */
  | { kind: "route"; measure: RouteMeasure; route: string; over: number; windowMinutes: number }
  /** `over`: milliseconds (CLS without unit), at p75. `page` empty: any. */
  | { kind: "vital"; vital: VitalName; page: string; over: number; windowMinutes: number }
  /** `monitor`: its slug; empty: any. */
  | { kind: "check-in"; monitor: string }
  | { kind: "release" };

/**
 * A lasting condition that was notified: an issue, route, page, or monitor (`subject`). While it
 * exists, it is not notified again; it is deleted when it ends.
 */
export type Firing = {
  subject: string;
  /** Start of the condition. */
  from: number;
  /** Last notification. */
  toldAt: number;
};
