import type { NewFingerprint } from "#server/storage/digest/digest-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";

// An issue found before this transaction started may have been merged since.
const insert = `INSERT INTO fingerprints (project_id, hash, issue_id, algorithm, first_seen)
  SELECT i.project_id, p.hash, i.id, p.algorithm, p.first_seen
  FROM unnest($2::text[], $3::bigint[], $4::text[], $5::bigint[]) AS p(hash, issue_id, algorithm, first_seen)
  LEFT JOIN merged_issues m ON m.project_id = $1 AND m.id = p.issue_id
  JOIN issues i ON i.project_id = $1 AND i.id = coalesce(m.into_id, p.issue_id)
  ON CONFLICT DO NOTHING`;

/**
 * Adds fingerprints to issues. One that already leads to an issue is unchanged. Use in a
 * transaction.
 */
export async function addFingerprints(query: Query, fingerprints: NewFingerprint[]): Promise<void> {
  const ofProjects = Map.groupBy(fingerprints, ({ projectId }) => projectId);
  await Promise.all(
    [...ofProjects].map(([projectId, some]) =>
      query(
        insert,
        projectId,
        some.map(({ hash }) => hash),
        some.map(({ issueId }) => issueId),
        some.map(({ algorithm }) => algorithm),
        some.map(({ firstSeen }) => firstSeen),
      ),
    ),
  );
}
