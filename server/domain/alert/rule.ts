import type { AlertRuleId, ProjectId, UserId } from "#server/domain/ids.ts";
import type { VitalName } from "#server/domain/vital/vital.ts";
import type { Channel, Pace } from "./channel.ts";

/** As far in the future as a Date reaches: muted until it is unmuted. */
export const forever = 8_640_000_000_000_000;

/**
 * When to tell whom. Made by people of a project; the clock's work evaluates it
 * (`jobs/evaluate-alerts.ts`).
 */
export type AlertRule = {
  id: AlertRuleId;
  projectId: ProjectId;
  name: string;
  when: AlertCondition;
  /**
   * In the language of the issue search; empty: all. Means something for conditions about issues
   * alone.
   */
  filter: string;
  /** Empty: all. */
  environment: string;
  channels: Channel[];
  pace: Pace;
  /**
   * Nothing is sent before; `Infinity` is not JSON: far in the future means "until it is unmuted".
   */
  mutedUntil?: number;
  createdAt: number;
  /**
   * What happened before is none of its business: when it was made, or when what it watches was
   * changed.
   */
  since: number;
  createdBy?: UserId;
};

/** Percentiles of a route's durations, and the share of its requests that failed. */
export type RouteMeasure = "p75" | "p95" | "failure-rate";

export type AlertCondition =
  | { kind: "issue-new" }
  | { kind: "issue-regressed" }
  /** An ignored issue was woken by what it was ignored until. */
  | { kind: "issue-escalated" }
  | {
      kind: "frequency";
      of: "issue" | "project";
      measure: "events" | "users";
      moreThan: number;
      windowMinutes: number;
    }
  /** More than `factor` times what is usual at that hour. */
  | { kind: "spike"; of: "issue" | "project"; factor: number }
  /** `over`: milliseconds, or a share from 0 to 1. `route` empty: any. */
  | { kind: "route"; measure: RouteMeasure; route: string; over: number; windowMinutes: number }
  /** `over`: milliseconds, CLS without unit, at p75. `page` empty: any. */
  | { kind: "vital"; vital: VitalName; page: string; over: number; windowMinutes: number }
  /** `monitor`: its slug; empty: any. */
  | { kind: "check-in"; monitor: string }
  | { kind: "release" };

/**
 * Something that a rule told of and that is still true: an issue, a route, a page, a monitor
 * (`subject`). While it is here it is not told again; it goes when it is over.
 */
export type Firing = {
  subject: string;
  /** When it came up. */
  from: number;
  /** When people last heard of it. */
  toldAt: number;
};
