import type { ProjectId } from "#server/domain/ids.ts";
import type { Day } from "#server/domain/time.ts";
import type { Query } from "#server/storage/database.ts";
import type { Sql } from "#server/storage/sql.ts";

/**
 * Stored events for statements of both engines: `FROM events WHERE ${within} AND …` on `query`.
 * SQLite's `within` names no project: the statement names an issue.
 */
export type EventSlice = { query: Query; within: Sql };

export type EventSlices = {
  /** Days that may have events, newest first. */
  days(): Promise<Day[]>;
  /**
   * A project's events on these days, newest first: one slice per file in SQLite, one in all in
   * PostgreSQL. `query`: of the transaction, if any.
   */
  of(projectId: ProjectId, days: readonly Day[], query?: Query): EventSlice[];
};
