import type { NewEvent } from "#server/storage/digest/digest-store.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { environmentKey } from "#server/storage/names/environments.postgres.ts";
import { countPlaces } from "./counts.postgres.ts";
import type { SeenIn } from "#server/storage/grouping/held-project.ts";

type Row = { environment_id: number; issue_id: number };

const update = `UPDATE issue_environments e SET first_seen = least(e.first_seen, c.first_seen),
    last_seen = greatest(e.last_seen, c.last_seen)
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[]) AS c(environment_id, issue_id, first_seen, last_seen)
  WHERE e.project_id = $1 AND e.environment_id = c.environment_id AND e.issue_id = c.issue_id
  RETURNING e.environment_id, e.issue_id`;
const insert = `INSERT INTO issue_environments (project_id, environment_id, issue_id, first_seen, last_seen)
  SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])`;
const markFirstEvent =
  "UPDATE projects SET first_event_at = $2 WHERE id = $1 AND first_event_at IS NULL";

/**
 * Updates when each issue was seen in each environment (`environmentIds`), and when a project had
 * its first event. Use in a transaction that holds the projects, after the issues are updated.
 */
export async function addSeenIn(
  query: Query,
  events: NewEvent[],
  environments: Map<string, number>,
): Promise<void> {
  const byProject = Map.groupBy(events, ({ projectId }) => projectId);
  await Promise.all(
    [...byProject].map(([projectId, ofProject]) => {
      const first = Math.min(...ofProject.map(({ at }) => at));
      const seenIn = seenInOf(ofProject, environments);
      return Promise.all([query(markFirstEvent, projectId, first), see(query, projectId, seenIn)]);
    }),
  );
}

/** Use in a transaction that holds the project. */
export async function see(query: Query, projectId: ProjectId, seenIn: SeenIn[]): Promise<void> {
  const rows = await query<Row>(update, projectId, ...columnsOf(seenIn.map(rowOf)));
  const known = new Set(
    rows.map(({ environment_id, issue_id }) => `${issue_id}:${environment_id}`),
  );
  const places = seenIn.filter(
    ({ issueId, environmentId }) => !known.has(`${issueId}:${environmentId}`),
  );
  if (places.length === 0) return;
  await Promise.all([
    query(insert, projectId, ...columnsOf(places.map(rowOf))),
    countPlaces(query, projectId, places),
  ]);
}

const rowOf = ({ environmentId, issueId, firstSeen, lastSeen }: SeenIn) => [
  environmentId,
  issueId,
  firstSeen,
  lastSeen,
];

function seenInOf(events: NewEvent[], environments: Map<string, number>): SeenIn[] {
  const seenIn = new Map<string, SeenIn>();
  for (const { projectId, issueId, environment: name = "", at } of events) {
    const environmentId = environments.get(environmentKey({ projectId, name }))!;
    const key = `${issueId}:${environmentId}`;
    const seen = seenIn.get(key);
    if (!seen) seenIn.set(key, { issueId, environmentId, firstSeen: at, lastSeen: at });
    else {
      seen.firstSeen = Math.min(seen.firstSeen, at);
      seen.lastSeen = Math.max(seen.lastSeen, at);
    }
  }
  return [...seenIn.values()];
}
