import type { Dimension } from "#server/domain/cardinality/limits.ts";
import type { ProjectId } from "#server/domain/ids.ts";

/**
 * Names of one kind that a batch would use, each with the UTC day (days since 1970) on which it
 * came.
 */
export type AskedNames = {
  projectId: ProjectId;
  dimension: Dimension;
  names: ReadonlyMap<string, number>;
  most: number;
};

export type TakenNames = {
  /** Of the names asked, those that may be used: known ones, and new ones while there was room. */
  taken: ReadonlySet<string>;
  /**
   * Where a name found no room: every name that the project has, with the day on which it last
   * came.
   */
  all?: ReadonlyMap<string, number>;
};

/** The digest's side, in `DigestTransaction`. */
export interface NameTransaction {
  /** Notes that these names came, in the order given; the answers are in the same order. */
  takeNames(asked: AskedNames[]): Promise<TakenNames[]>;
}

export interface NameStore {
  /** How many names of each kind a project uses. */
  counts(projectId: ProjectId): Promise<Map<StoredDimension, number>>;
  /**
   * Gives back the names of a project that came last before the day `unseenSince`, and those that
   * came on a single day before `onceBefore`. What lists print of them goes along; counts of their
   * environments are added to those of "(other)". Routes and pages become `listedOnly` first.
   */
  free(freed: FreedNames): Promise<number>;
}

export type FreedNames = {
  projectId: ProjectId;
  dimension: StoredDimension;
  unseenSince: number;
  onceBefore: number;
};

/**
 * Routes and pages that gave back their place and are still listed: their rollups are kept for
 * longer.
 */
export const listedOnly = { routes: "formerRoutes", pages: "formerPages" } as const;

export type StoredDimension = Dimension | (typeof listedOnly)[keyof typeof listedOnly];

/**
 * Tag keys with no more values and issues than these leave their issues when they are given back:
 * the rows go in one transaction.
 */
export const fewTagRows = { values: 500, issues: 20 } as const;
