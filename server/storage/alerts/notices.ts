import type { ProjectId } from "#server/domain/ids.ts";
import { countOf, type Database, type Query, type Locks } from "#server/storage/database.ts";
import { rowsOf, type Sql, sql } from "#server/storage/sql.ts";
import {
  laneKey,
  type LaneRow,
  noticeOf,
  type NoticeRow,
  noticeValues,
  waitingLaneOf,
} from "./notice-rows.ts";
import type { Lane, NewNotice, NoticeStore, Place, Positions } from "./notice-store.ts";

export function noticeStore({ query, transaction, locks }: Database): NoticeStore {
  return {
    add: (notices, place) =>
      transaction(async (query) => {
        if (!place || (await moveFollower(query, place))) await addNotices(query, locks, notices);
      }),
    positions: (follower) => positionsOf(query, follower),
    holdBack: (follower, position, projectIds) =>
      transaction(async (query) => {
        if (!(await lockAt(query, follower, position))) return;
        const rows = projectIds.map((id) => [heldName(follower, id), position]);
        await query(sql`INSERT INTO followers (name, position)
          SELECT name, position FROM ${rowsOf({ name: "text", position: "bigint" }, rows)}
          WHERE true ON CONFLICT (name) DO NOTHING`);
      }),
    async waiting() {
      const rows =
        await query<LaneRow>(sql`SELECT recipient, project_id, urgent, count(*) AS count, min(at) AS first_at,
          max(id) AS last_id
        FROM notices WHERE planned_at IS NULL GROUP BY recipient, project_id, urgent
        ORDER BY recipient, project_id, urgent`);
      return rows.map(waitingLaneOf);
    },
    async unplanned(lane, { lastId, limit }) {
      const rows = await query<NoticeRow>(
        sql`SELECT id, key, at, notice FROM notices WHERE ${isUnplanned(lane, lastId)} ORDER BY id LIMIT ${limit}`,
      );
      return rows.map((row) => noticeOf(row, lane));
    },
  };
}

/** The lane's unplanned notices up to an ID. */
export function isUnplanned(lane: Lane, lastId: number) {
  const [recipient, projectId, urgent] = laneKey(lane);
  return sql`planned_at IS NULL AND recipient = ${recipient} AND project_id = ${projectId} AND urgent = ${urgent}
    AND id <= ${lastId}`;
}

const noticeColumns = {
  id: "bigint",
  key: "text",
  at: "bigint",
  project_id: "bigint",
  recipient: "text",
  notice: "text",
  urgent: "bigint",
} as const;

/**
 * Use as late in a transaction as possible. IDs follow the order of commits, so planning up to an
 * ID misses nothing. A notice with a known key is skipped.
 */
export async function addNotices(query: Query, locks: Locks, notices: NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const ids = await locks.takeNumbers(query, "notices", notices.length);
  const rows = notices.map((notice, at) => [ids[at]!, ...noticeValues(notice)]);
  await query(sql`INSERT INTO notices (id, key, at, project_id, recipient, notice, urgent)
    SELECT id, key, at, project_id, recipient, notice, urgent FROM ${rowsOf(noticeColumns, rows)}
    WHERE true ORDER BY place ON CONFLICT (key) DO NOTHING`);
}

/** Before the ID in the name of a held back project's position. */
const heldMark = "#";
const heldName = (follower: string, projectId: ProjectId) => `${follower}${heldMark}${projectId}`;

async function positionsOf(query: Query, follower: string): Promise<Positions> {
  const rows = await query<{ name: string; position: number }>(
    sql`SELECT name, position FROM followers WHERE name = ${follower}
      OR (name > ${follower + heldMark} AND name < ${`${follower}${heldMark}:`})`,
  );
  const heldBack = rows.filter(({ name }) => name !== follower);
  return {
    position: rows.find(({ name }) => name === follower)?.position,
    heldBack: new Map(
      heldBack.map(({ name, position }) => [
        Number(name.slice(follower.length + heldMark.length)) as ProjectId,
        position,
      ]),
    ),
  };
}

/**
 * Use first in a transaction. A second job that follows waits here, and then gets false because the
 * position changed.
 */
export async function moveFollower(query: Query, place: Place): Promise<boolean> {
  const { follower, after, position, of, heldBack = new Map() } = place;
  if (after === undefined)
    return changesOne(
      query,
      sql`INSERT INTO followers (name, position) VALUES (${follower}, ${position}) ON CONFLICT (name) DO NOTHING`,
    );
  if (of) {
    const isThere = sql`name = ${heldName(follower, of.projectId)} AND position = ${after}`;
    if (!of.rejoins)
      return changesOne(query, sql`UPDATE followers SET position = ${position} WHERE ${isThere}`);
    const isAsRead = await lockAt(query, follower, position);
    return isAsRead && changesOne(query, sql`DELETE FROM followers WHERE ${isThere}`);
  }
  if (!(await lockAt(query, follower, after))) return false;
  const now = await positionsOf(query, follower);
  if (
    now.heldBack.size !== heldBack.size ||
    [...heldBack.keys()].some((id) => !now.heldBack.has(id))
  )
    return false;
  return changesOne(
    query,
    sql`UPDATE followers SET position = ${position} WHERE name = ${follower}`,
  );
}

/** Keeps others from moving the follower, or its projects, until the transaction ends. */
const lockAt = (query: Query, follower: string, position: number): Promise<boolean> =>
  changesOne(
    query,
    sql`UPDATE followers SET position = position WHERE name = ${follower} AND position = ${position}`,
  );

async function changesOne(query: Query, statement: Sql): Promise<boolean> {
  return (await countOf(query(statement))) > 0;
}
