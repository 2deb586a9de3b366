import type { DigestChanges } from "#server/storage/digest/digest-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { noteFirstSeen } from "./first-seen.postgres.ts";

// Grouped by what PostgreSQL takes for the same: one row cannot be changed twice by one statement.
const upsert = `INSERT INTO releases (project_id, version, first_seen, last_seen)
  SELECT $1, version, min(first_at), max(last_at)
  FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS seen (version, first_at, last_at) GROUP BY version
  ON CONFLICT (project_id, version) DO UPDATE SET first_seen = least(releases.first_seen, excluded.first_seen),
    last_seen = greatest(releases.last_seen, excluded.last_seen)`;

/**
 * For use inside a transaction that holds these projects. Late in it: a release that was never seen
 * before keeps others from adding one until it ends.
 */
export async function saveReleases(
  query: Query,
  releases: DigestChanges["releases"],
): Promise<void> {
  const byProject = [...Map.groupBy(releases, ({ projectId }) => projectId)];
  await Promise.all(
    byProject.map(([projectId, seen]) =>
      query(
        upsert,
        projectId,
        seen.map(({ version }) => version),
        seen.map(({ firstAt }) => firstAt),
        seen.map(({ lastAt }) => lastAt),
      ),
    ),
  );
  for (const [projectId, seen] of byProject) await noteFirstSeen(query, projectId, seen);
}
