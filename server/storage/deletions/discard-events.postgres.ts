import type { DigestTransaction } from "#server/storage/digest/digest-store.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";

type FoundRow = { project_id: number; hash: string };
type DiscardEvents = DigestTransaction["discard"];

const find =
  "SELECT project_id, hash FROM discarded_fingerprints WHERE project_id = $1 AND hash = ANY($2::text[])";
const count = `UPDATE discarded_fingerprints d SET dropped = d.dropped + c.dropped,
    last_dropped_at = greatest(d.last_dropped_at, c.last_dropped_at)
  FROM (SELECT hash, count(*) AS dropped, max(at) AS last_dropped_at FROM unnest($2::text[], $3::bigint[]) AS came(hash, at)
    GROUP BY hash) c WHERE d.project_id = $1 AND d.hash = c.hash`;

/** Use in a transaction. An event counts under its first discarded fingerprint. */
export async function discardEvents(
  query: Query,
  events: Parameters<DiscardEvents>[0],
): ReturnType<DiscardEvents> {
  const ofProjects = [...Map.groupBy(events, ({ projectId }) => projectId)];
  const found = await Promise.all(
    ofProjects.map(([projectId, some]) =>
      query<FoundRow>(
        find,
        projectId,
        some.flatMap(({ hashes }) => hashes),
      ),
    ),
  );
  const discarded = new Set(found.flat().map(({ project_id, hash }) => `${project_id}:${hash}`));
  const hits = events.map(({ projectId, hashes }) =>
    hashes.find((hash) => discarded.has(`${projectId}:${hash}`)),
  );
  const counted = events.flatMap(({ projectId, receivedAt }, at) => {
    const hash = hits[at];
    return hash === undefined ? [] : { projectId, hash, receivedAt };
  });
  await Promise.all(
    [...Map.groupBy(counted, ({ projectId }) => projectId)].map(([projectId, some]) =>
      query(count, projectId, ...columnsOf(some.map(({ hash, receivedAt }) => [hash, receivedAt]))),
    ),
  );
  return hits.map((hash) => hash !== undefined);
}
