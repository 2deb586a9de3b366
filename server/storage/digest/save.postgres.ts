import type { DigestChanges } from "#server/storage/digest/digest-store.ts";
import { addActivities } from "#server/storage/issues/activities.postgres.ts";
import { writeAttachments } from "#server/storage/attachments/writer.postgres.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import { type Days, dayOf } from "#server/storage/postgres/days.ts";
import { environmentIds } from "#server/storage/names/environments.postgres.ts";
import { packEvents, writeEvents } from "#server/storage/events/writer.postgres.ts";
import { saveFeedback } from "#server/storage/feedback/writes.postgres.ts";
import { addFingerprints } from "#server/storage/grouping/fingerprints.postgres.ts";
import { addHours } from "#server/storage/issues/hours.postgres.ts";
import { changeIssues } from "#server/storage/issues/changes.postgres.ts";
import { addLateArrivals } from "#server/storage/traffic/late-arrivals.postgres.ts";
import { addOutcomes } from "#server/storage/outcomes/add.postgres.ts";
import { saveSessions } from "#server/storage/releases/changes.postgres.ts";
import { saveReleases } from "#server/storage/releases/seen.postgres.ts";
import { saveRollups } from "#server/storage/rollups/changes.postgres.ts";
import { saveEdges } from "#server/storage/rollups/service-edges.postgres.ts";
import { saveSharedSessions } from "#server/storage/releases/sessions-heard.postgres.ts";
import { addSeenIn } from "#server/storage/issues/seen-in.postgres.ts";
import type { RowRoom } from "#server/storage/layout/row-room.ts";
import { addTags } from "#server/storage/tags/tags.postgres.ts";
import type { TraceWrites } from "#server/storage/traces/writer.postgres.ts";
import { saveVitals } from "#server/storage/vitals/changes.postgres.ts";

/** What this process knows about the fill level of some tables. */
type Rooms = { tags: RowRoom; users: RowRoom };

/**
 * Stores a batch in a transaction that holds its projects. One statement per table, or per table
 * and project, with a list for each column; independent statements are sent together. Rows that
 * other projects' transactions wait for come last: outcomes, new releases, the end of the activity
 * log.
 */
export async function saveChanges(
  query: Query,
  { days, traces, rooms }: { days: Days; traces: Pick<TraceWrites, "write">; rooms: Rooms },
  changes: DigestChanges,
): Promise<void> {
  const { events, attachments, hours } = changes;
  // Before any write, because a batch whose days are missing restarts.
  await days.ensure([...events, ...attachments].map(({ at }) => dayOf(at)));
  // Compression continues in other threads while rows are written.
  const packing = packEvents(events);
  const [environments, overTags, overUsers] = await Promise.all([
    environmentIds(query, environmentsOf(changes)),
    addTags(query, changes.tags, rooms.tags),
    saveSessions(query, changes.sessions, rooms.users),
    changes.traces.length > 0 && traces.write(changes.traces),
    changeIssues(query, changes.issues),
    addFingerprints(query, changes.fingerprints),
    saveSharedSessions(query, changes.heard),
    saveFeedback(query, changes),
    saveRollups(query, changes.rollups),
    saveVitals(query, changes.vitals),
    saveEdges(query, changes.edges),
  ]);
  await Promise.all([
    addSeenIn(query, events, environments),
    addHours(query, hours, environments),
    addLateArrivals(query, changes.late),
    packing.then((packed) => writeEvents(query, packed)),
  ]);
  await writeAttachments(query, attachments);
  await addOutcomes(query, [...changes.outcomes, ...overTags, ...overUsers]);
  await saveReleases(query, changes.releases);
  for (const [projectId, activities] of Map.groupBy(
    changes.activities,
    ({ projectId }) => projectId,
  ))
    await addActivities(query, projectId, activities);
}

const environmentsOf = ({ events, hours }: DigestChanges) => [
  ...events.map(({ projectId, environment: name = "" }) => ({ projectId, name })),
  ...hours.map(({ projectId, environment: name }) => ({ projectId, name })),
];
