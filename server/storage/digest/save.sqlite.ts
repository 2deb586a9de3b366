import type { DatabaseSync } from "node:sqlite";
import type { DigestChanges } from "#server/storage/digest/digest-store.ts";
import { addActivity } from "#server/storage/issues/activities.sqlite.ts";
import { addFeedback } from "#server/storage/feedback/writes.sqlite.ts";
import { addFingerprints } from "#server/storage/grouping/fingerprints.sqlite.ts";
import { addHours } from "#server/storage/issues/hours.sqlite.ts";
import { addLateArrivals } from "#server/storage/traffic/late-arrivals.sqlite.ts";
import { changeIssues } from "#server/storage/issues/changes.sqlite.ts";
import { addOutcomes } from "#server/storage/outcomes/add.sqlite.ts";
import { addSessions } from "#server/storage/releases/changes.sqlite.ts";
import { addReleases } from "#server/storage/releases/seen.sqlite.ts";
import { addRollups } from "#server/storage/rollups/changes.sqlite.ts";
import { addServices } from "#server/storage/rollups/service-edges.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { addSeenIn } from "#server/storage/issues/seen-in.sqlite.ts";
import { addTags } from "#server/storage/tags/tags.sqlite.ts";
import { addVitals } from "#server/storage/vitals/changes.sqlite.ts";

/**
 * Stores the spoor.db part of a batch, one prepared statement per row: measured at 1.3 µs, compared
 * with 1.9 µs for the same rows in one statement over `json_each`, and 2 µs with 9 µs in a shared
 * one over `rowsOf`. PostgreSQL has one statement per table, so these nouns keep two dialects.
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
