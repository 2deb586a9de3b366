import type { ProjectId } from "#server/domain/ids.ts";
import { type PartEnds, reaches } from "#server/storage/digest/digest-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";

/**
 * `free`: locked now, and still to be stored. `passed`: stored before. Others are locked by another
 * process.
 */
type ClaimedParts = { free: Set<ProjectId>; passed: Set<ProjectId> };

type CursorRow = { project_id: ProjectId; segment: number; position: number };
type StandingRow = {
  project_id: ProjectId;
  is_known: boolean;
  segment: number | null;
  position: number | null;
};

// For one project or as many as fill batches, the list length is part of the text, so that each is
// planned once.
const claimFree = (list: string) => `SELECT project_id FROM writers WHERE project_id = ANY(${list})
  ORDER BY project_id FOR UPDATE SKIP LOCKED`;
const selectStandings = (
  list: string,
) => `SELECT asked.id AS project_id, w.project_id IS NOT NULL AS is_known, c.segment, c.position
  FROM unnest(${list}) AS asked(id) LEFT JOIN writers w ON w.project_id = asked.id
    LEFT JOIN project_cursors c ON c.process = $2 AND c.project_id = asked.id`;
const statementsOf = (list: string) => ({
  claim: claimFree(list),
  standings: selectStandings(list),
});
const [ofOne, ofSeveral] = [statementsOf("ARRAY[$1::bigint]"), statementsOf("$1::bigint[]")];
const selectAll = "SELECT project_id, segment, position FROM project_cursors WHERE process = $1";
const move = `INSERT INTO project_cursors (project_id, process, segment, position)
  SELECT project_id, $1, segment, position FROM unnest($2::bigint[], $3::bigint[], $4::bigint[]) AS e(project_id, segment, position)
  ON CONFLICT (project_id, process) DO UPDATE SET segment = excluded.segment, position = excluded.position`;

/**
 * Locks the projects that no other transaction holds, until this one ends, without waiting. A later
 * statement reads the cursors: an earlier attempt whose COMMIT is in flight holds its projects
 * until its cursors are visible.
 */
export async function claimParts(
  query: Query,
  process: string,
  ends: PartEnds,
): Promise<ClaimedParts> {
  const asked = [...ends.keys()];
  const [claim, list] = asked.length === 1 ? [ofOne, asked[0]!] : [ofSeveral, asked];
  const [held, standings] = await Promise.all([
    query<{ project_id: ProjectId }>(claim.claim, list),
    query<StandingRow>(claim.standings, list, process),
  ]);
  const mine = new Set(held.map(({ project_id }) => project_id));
  const claimed: ClaimedParts = { free: new Set(), passed: new Set() };
  for (const { project_id, is_known, segment, position } of standings) {
    // A deleted project has no row to lock.
    if (is_known && !mine.has(project_id)) continue;
    const isPassed =
      segment !== null && reaches({ segment, offset: position! }, ends.get(project_id)!);
    claimed[isPassed ? "passed" : "free"].add(project_id);
  }
  return claimed;
}

/** Use in the transaction that stores these parts. */
export async function movePartCursors(
  query: Query,
  process: string,
  ends: PartEnds,
): Promise<void> {
  const sorted = [...ends].toSorted(([a], [b]) => a - b);
  await query(
    move,
    process,
    sorted.map(([projectId]) => projectId),
    sorted.map(([, { segment }]) => segment),
    sorted.map(([, { offset }]) => offset),
  );
}

export async function partCursors(query: Query, process: string): Promise<PartEnds> {
  const rows = await query<CursorRow>(selectAll, process);
  return new Map(
    rows.map(({ project_id, segment, position }) => [project_id, { segment, offset: position }]),
  );
}
