import type { ProjectId } from "#server/domain/ids.ts";
import type { DigestChanges, SeenRelease } from "#server/storage/digest/digest-store.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { nounQuery } from "#server/storage/postgres/noun-database.ts";
import { takeNumbers } from "#server/storage/postgres/locks.ts";

const unseen = `SELECT version, (array_agg(at ORDER BY place))[1] AS at
  FROM unnest($2::text[], $3::bigint[]) WITH ORDINALITY AS seen (version, at, place)
  WHERE NOT EXISTS (SELECT FROM release_sightings s WHERE s.project_id = $1 AND s.version = seen.version)
  GROUP BY version ORDER BY min(place)`;
const insert = `INSERT INTO release_sightings (project_id, id, version, at)
  SELECT $1, id, version, at FROM unnest($2::bigint[], $3::text[], $4::bigint[]) AS sighted (id, version, at)`;

type FirstSeenRow = { version: string; at: number };

/**
 * Use in a transaction that holds the project. Records the first time that data of a release was
 * received.
 */
async function noteFirstSeen(
  query: Query,
  projectId: ProjectId,
  seen: Pick<SeenRelease, "version" | "receivedAt">[],
): Promise<void> {
  const versions = seen.map(({ version }) => version);
  const times = seen.map(({ receivedAt }) => receivedAt);
  const fresh = await query<FirstSeenRow>(unseen, projectId, versions, times);
  if (fresh.length === 0) return;
  const ids = await takeNumbers(nounQuery(query), "releases", fresh.length);
  await query(
    insert,
    projectId,
    ids,
    fresh.map(({ version }) => version),
    fresh.map(({ at }) => at),
  );
}

// Grouped by PostgreSQL's equality: a statement can't change one row twice.
const upsert = `INSERT INTO releases (project_id, version, first_seen, last_seen)
  SELECT $1, version, min(first_at), max(last_at)
  FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS seen (version, first_at, last_at) GROUP BY version
  ON CONFLICT (project_id, version) DO UPDATE SET first_seen = least(releases.first_seen, excluded.first_seen),
    last_seen = greatest(releases.last_seen, excluded.last_seen)`;

/**
 * Use late in a transaction that holds these projects: a new release blocks others from adding one
 * until it ends.
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
