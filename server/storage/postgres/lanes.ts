import type { ProjectId } from "#server/domain/ids.ts";
import type { Day } from "./days.ts";

/** So many lanes a project can have. */
const lanesPerProject = 64;

/**
 * Traces are kept by lane, on a cluster each in one place. A project has one, its first; the
 * numbers after it are left for more.
 */
export const laneOf = (projectId: ProjectId): number => projectId * lanesPerProject;

/** Where running numbers count, and terms have names: a lane on one day. */
export type LaneDay = { lane: number; day: Day };

export const laneDayKey = ({ lane, day }: LaneDay): string => `${lane}:${day}`;
