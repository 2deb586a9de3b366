import type { ProjectId } from "#server/domain/ids.ts";
import type { KnownSession } from "#server/domain/release/session.ts";
import {
  type SharedSession,
  type SessionName,
  sessionKey,
} from "#server/storage/digest/digest-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";

type HeardRow = {
  sid: string;
  started_at: number;
  is_counted: number;
  crashed: number;
  errored: number;
  abnormal: number;
  revisions: string;
};

const select = `SELECT sid, started_at, is_counted, crashed, errored, abnormal, revisions FROM sessions_heard
  WHERE project_id = $1 AND sid = ANY($2::text[])`;
const upsert = `INSERT INTO sessions_heard (project_id, sid, heard_at, started_at, is_counted, crashed, errored, abnormal,
    revisions)
  SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
    $9::text[])
  ON CONFLICT (project_id, sid) DO UPDATE SET heard_at = excluded.heard_at, started_at = excluded.started_at,
    is_counted = excluded.is_counted, crashed = excluded.crashed, errored = excluded.errored,
    abnormal = excluded.abnormal, revisions = excluded.revisions`;

/** Use in a transaction that holds these projects, so that no one else counts the same session. */
export async function sessionsHeard(
  query: Query,
  asked: SessionName[],
): Promise<Map<string, KnownSession>> {
  const found = await Promise.all(
    [...Map.groupBy(asked, ({ projectId }) => projectId)].map(async ([projectId, names]) => {
      const rows = await query<HeardRow>(
        select,
        projectId,
        names.map(({ sid }) => sid),
      );
      return rows.map((row) => [sessionKey({ projectId, sid: row.sid }), knownOf(row)] as const);
    }),
  );
  return new Map(found.flat());
}

function knownOf({
  started_at,
  is_counted,
  crashed,
  errored,
  abnormal,
  revisions,
}: HeardRow): KnownSession {
  return {
    startedAt: started_at,
    isCounted: is_counted === 1,
    marks: { crashed: crashed === 1, errored: errored === 1, abnormal: abnormal === 1 },
    revisions: JSON.parse(revisions) as string[],
  };
}

/** Use in the same transaction. */
export async function saveSharedSessions(query: Query, heard: SharedSession[]): Promise<void> {
  const ofProjects = Map.groupBy(heard, ({ projectId }) => projectId);
  await Promise.all(
    [...ofProjects].map(([projectId, sessions]) => saveOf(query, projectId, sessions)),
  );
}

async function saveOf(
  query: Query,
  projectId: ProjectId,
  sessions: SharedSession[],
): Promise<void> {
  await query(
    upsert,
    projectId,
    sessions.map(({ sid }) => sid),
    sessions.map(({ heardAt }) => heardAt),
    sessions.map(({ known }) => known.startedAt),
    sessions.map(({ known }) => Number(known.isCounted)),
    sessions.map(({ known }) => Number(known.marks.crashed)),
    sessions.map(({ known }) => Number(known.marks.errored)),
    sessions.map(({ known }) => Number(known.marks.abnormal)),
    sessions.map(({ known }) => JSON.stringify(known.revisions)),
  );
}
