import type { DatabaseSync } from "node:sqlite";
import type { DigestChanges } from "#server/storage/digest-store.ts";
import { addActivity } from "./activities.ts";
import { addFeedback } from "./feedback-writes.ts";
import { addFingerprints } from "./fingerprints.ts";
import { addHours } from "./hours.ts";
import { addLateArrivals } from "./late-arrivals.ts";
import { changeIssues } from "./issue-changes.ts";
import { addOutcomes } from "./outcomes.ts";
import { addSessions } from "./release-changes.ts";
import { addReleases } from "./releases.ts";
import { addRollups } from "./rollup-changes.ts";
import { addServices } from "./service-edges.ts";
import { prepare } from "./statement.ts";
import { addSeenIn } from "./seen-in.ts";
import { addTags } from "./tags.ts";
import { addVitals } from "./vital-changes.ts";

/**
 * Everything of a batch that lies in spoor.db, one prepared statement a row: measured at 1.3 µs, against 1.9 µs for the
 * same rows through one statement over `json_each`.
 */
export function saveChanges(writer: DatabaseSync): (changes: DigestChanges) => void {
  const issues = changeIssues(writer);
  const addNames = addFingerprints(writer);
  const feedback = addFeedback(writer);
  const seenIn = addSeenIn(writer);
  const hours = addHours(writer);
  const late = addLateArrivals(writer);
  const tags = addTags(writer);
  const releases = addReleases(writer);
  const sessions = addSessions(writer);
  const services = addServices(writer);
  const rollups = addRollups(writer);
  const vitals = addVitals(writer);
  const remember = addActivity(writer);
  const outcomes = addOutcomes(writer);
  const moveCursor = prepare(writer, "UPDATE digest SET segment = ?, position = ?");

  return (changes) => {
    issues(changes.issues);
    addNames(changes.fingerprints);
    seenIn(changes.events);
    feedback(changes);
    hours(changes.hours);
    late(changes.late);
    const overTags = tags(changes.tags);
    releases(changes.releases);
    const overUsers = sessions(changes.sessions);
    services(changes);
    rollups(changes.rollups);
    vitals(changes.vitals);
    for (const activity of changes.activities) remember(activity);
    outcomes([...changes.outcomes, ...overTags, ...overUsers]);
    if (changes.cursor) moveCursor.run(changes.cursor.segment, changes.cursor.offset);
  };
}
