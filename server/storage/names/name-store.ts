import type { Dimension } from "#server/domain/cardinality/limits.ts";
import type { ProjectId } from "#server/domain/ids.ts";

/** Names of one kind in a batch, each with its UTC day (days since 1970). */
export type AskedNames = {
  projectId: ProjectId;
  dimension: Dimension;
  names: ReadonlyMap<string, number>;
  most: number;
};

export type TakenNames = {
  /** The names that may be used: known ones, and new ones while there was room. */
  taken: ReadonlySet<string>;
  /** Set if a name had no room: all of the project's names, with their last day. */
  all?: ReadonlyMap<string, number>;
};

/** The digest's part of `DigestTransaction`. */
export interface NameTransaction {
  /** Records that these names were used, in the order given. Results have the same order. */
  takeNames(asked: AskedNames[]): Promise<TakenNames[]>;
}

export interface NameStore {
  /** Number of names of each kind in a project. */
  counts(projectId: ProjectId): Promise<Map<StoredDimension, number>>;
  /**
   * Frees names of a project last seen before the day `unseenSince`, and those seen on a single day
   * before `onceBefore`. Their list entries are deleted; counts of their environments are added to
   * "(other)". Routes and pages first become `listedOnly`.
   */
  free(freed: FreedNames): Promise<number>;
}

export type FreedNames = {
  projectId: ProjectId;
  dimension: StoredDimension;
  unseenSince: number;
  onceBefore: number;
};

/** Freed routes and pages that are still listed, because their rollups are stored longer. */
export const listedOnly = { routes: "formerRoutes", pages: "formerPages" } as const;

export type StoredDimension = Dimension | (typeof listedOnly)[keyof typeof listedOnly];

/**
 * Tag keys with at most this many values and issues are deleted from their issues when freed, in
 * one transaction.
 */
export const fewTagRows = { values: 500, issues: 20 } as const;
