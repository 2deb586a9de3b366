import type { Sql } from "./sql.ts";

/** A table with its indexes and triggers, for both engines. */
export type Table = {
  /** Retention of its rows. */
  rows: string;
  /** Its database in a data folder; default: `spoor.db`. */
  file?: "day" | "artifacts";
  /** The distribution key on a cluster (Citus). Tables without one are local to the coordinator. */
  splitBy?: "project_id" | "lane";
  /** False if rows are derived, measured, or process state: `spoor move` skips them. */
  isMoved?: false;
  /** Statements that create it; empty for an engine without such a table. */
  make: Sql;
};

export type Tables = { readonly [name: string]: Table };
