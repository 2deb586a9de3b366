import type { ProjectId } from "#server/domain/ids.ts";
import type { Day } from "./days.ts";

/** Maximum number of lanes per project. */
const lanesPerProject = 64;

/**
 * Traces are stored by lane; on a cluster, each lane is on one node. A project has one lane, its
 * first; the numbers after it are reserved.
 */
export const laneOf = (projectId: ProjectId): number => projectId * lanesPerProject;

/** The scope of running numbers and term names: a lane on one day. */
export type LaneDay = { lane: number; day: Day };

export const laneDayKey = ({ lane, day }: LaneDay): string => `${lane}:${day}`;
