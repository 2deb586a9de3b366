import type { Sql } from "./sql.ts";

/** A table with its indexes and triggers, for both engines. */
export type Table = {
  /** Retention of its rows. */
  rows: string;
  /** Its database in a data folder; default: `spoor.db`. */
  file?: "day" | "artifacts";
  /** False if rows are derived, measured, or process state: `spoor move` skips them. */
  isMoved?: false;
  /** Statements that create it; empty for an engine without such a table. */
  make: Sql;
} & (Distributed | { splitBy?: "lane"; refersTo?: References });

/**
 * `splitBy` is the distribution key on a cluster (Citus). Tables without one are local to the
 * coordinator, and distributed tables can't reference them: `refersTo` says what foreign keys say
 * elsewhere. `{}`: neither issues nor accounts.
 */
type Distributed = { splitBy: "project_id"; refersTo: References };

export type References = { issue?: OfIssue; user?: OfUser };

/** Of a column `issue_id`: what happens to a row when its issue is merged into another or deleted. */
export type OfIssue = { onMerge: OnMerge; onDelete: "delete" | "clear" | "keep" };

/**
 * `move`: the row is the target's. `union`: the same, unless the target has its primary key; names all
 * other columns, besides those of the project and the issue. `sum`: added to the target's row with
 * the same values in `by`; both together name all other columns. `keep`: unchanged, or another
 * statement moves it.
 */
type OnMerge = "move" | "keep" | { union: string } | Sum;

export type Sum = { sum: { readonly [column: string]: "sum" | "min" | "max" }; by: string };

/** Of a column with an account: what its deletion does to the row. `former`: cleared and marked. */
export type OfUser = {
  column: "user_id" | "assignee_id";
  onDelete: "delete" | "clear" | "former";
};

export type Tables = { readonly [name: string]: Table };
