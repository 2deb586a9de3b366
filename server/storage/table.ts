import type { Sql } from "./sql.ts";

/** A table, with its indexes and triggers, as both engines have it. */
export type Table = {
  /** How long its rows stay. */
  rows: string;
  /** Its database in a data folder; `spoor.db` where none is named. */
  file?: "day" | "artifacts";
  /**
   * The column that its rows are split by on a cluster (Citus); tables without one are whole, on
   * the coordinator.
   */
  splitBy?: "project_id" | "lane";
  /**
   * False where rows follow from other tables, were measured, or say what a process is doing:
   * `spoor move` leaves them out.
   */
  isMoved?: false;
  /** The statements that make it; empty for an engine that has no such table. */
  make: Sql;
};

export type Tables = { readonly [name: string]: Table };
