import type { DigestChanges } from "#server/storage/digest-store.ts";
import { addActivities } from "./activities.ts";
import { writeAttachments } from "./attachment-writer.ts";
import type { Query } from "./database.ts";
import { type Days, dayOf } from "./days.ts";
import { environmentIds } from "./environments.ts";
import { packEvents, writeEvents } from "./event-writer.ts";
import { saveFeedback } from "./feedback-writes.ts";
import { addFingerprints } from "./fingerprints.ts";
import { addHours } from "./hours.ts";
import { changeIssues } from "./issue-changes.ts";
import { addLateArrivals } from "./late-arrivals.ts";
import { addOutcomes } from "./outcomes.ts";
import { saveSessions } from "./release-changes.ts";
import { saveReleases } from "./releases.ts";
import { saveRollups } from "./rollup-changes.ts";
import { saveEdges } from "./service-edges.ts";
import { saveHeard } from "./sessions-heard.ts";
import { addSeenIn } from "./seen-in.ts";
import type { RowRoom } from "#server/storage/layout/row-room.ts";
import { addTags } from "./tags.ts";
import type { TraceWrites } from "./trace-writer.ts";
import { saveVitals } from "./vital-changes.ts";

/** What this process knows of how full some tables are. */
export type Rooms = { tags: RowRoom; users: RowRoom };

/**
 * Everything of a batch, in a transaction that holds its projects. One statement a table, or a table and project, with a list for
 * each column; what does not depend on each other goes out together. What transactions of other projects wait for comes last: the
 * ledger, releases never sighted before, the end of the log of activities.
 */
export async function saveChanges(
  query: Query,
  { days, traces, rooms }: { days: Days; traces: Pick<TraceWrites, "write">; rooms: Rooms },
  changes: DigestChanges,
): Promise<void> {
  const { events, attachments, hours } = changes;
  // Before anything is written: a batch whose days are missing begins anew.
  await days.ensure([...events, ...attachments].map(({ at }) => dayOf(at)));
  // Compressing goes on in other threads while rows are written.
  const packing = packEvents(events);
  const [environments, overTags, overUsers] = await Promise.all([
    environmentIds(query, environmentsOf(changes)),
    addTags(query, changes.tags, rooms.tags),
    saveSessions(query, changes.sessions, rooms.users),
    changes.traces.length > 0 && traces.write(changes.traces),
    changeIssues(query, changes.issues),
    addFingerprints(query, changes.fingerprints),
    saveHeard(query, changes.heard),
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
  for (const [projectId, activities] of Map.groupBy(changes.activities, ({ projectId }) => projectId))
    await addActivities(query, projectId, activities);
}

const environmentsOf = ({ events, hours }: DigestChanges) => [
  ...events.map(({ projectId, environment: name = "" }) => ({ projectId, name })),
  ...hours.map(({ projectId, environment: name }) => ({ projectId, name })),
];
