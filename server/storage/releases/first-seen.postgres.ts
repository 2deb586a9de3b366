import type { ProjectId } from "#server/domain/ids.ts";
import type { SeenRelease } from "#server/storage/digest/digest-store.ts";
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
 * For use inside a transaction that holds the project: remembers the first time that anything came
 * from a release.
 */
export async function noteFirstSeen(
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
