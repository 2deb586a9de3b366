import type { DatabaseSync } from "node:sqlite";
import type { NewEvent } from "#server/storage/digest/digest-store.ts";
import { ensureEnvironment } from "#server/storage/names/environments.sqlite.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import type { SeenIn } from "#server/storage/grouping/held-project.ts";

const upsert = `INSERT INTO issue_environments (environment_id, issue_id, first_seen, last_seen) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET first_seen = min(first_seen, excluded.first_seen), last_seen = max(last_seen, excluded.last_seen)`;
const markFirstEvent =
  "UPDATE projects SET first_event_at = ? WHERE id = ? AND first_event_at IS NULL";

type SeenWithin = Omit<SeenIn, "environmentId"> & { projectId: number; environment: string };

/** For use inside a transaction. */
export function seeIssue(writer: DatabaseSync): (seen: SeenIn) => void {
  const see = prepare(writer, upsert);
  return ({ environmentId, issueId, firstSeen, lastSeen }) =>
    void see.run(environmentId, issueId, firstSeen, lastSeen);
}

/** Updates when each issue was seen in each environment, and when a project had its first event. */
export function addSeenIn(writer: DatabaseSync): (events: NewEvent[]) => void {
  const environmentId = ensureEnvironment(writer);
  const see = prepare(writer, upsert);
  const mark = prepare(writer, markFirstEvent);

  return (events) => {
    const firsts = new Map<number, number>();
    for (const { projectId, issueId, environment, firstSeen, lastSeen } of seenInOf(events)) {
      see.run(environmentId(projectId, environment), issueId, firstSeen, lastSeen);
      firsts.set(projectId, Math.min(firsts.get(projectId) ?? firstSeen, firstSeen));
    }
    for (const [projectId, firstSeen] of firsts) mark.run(firstSeen, projectId);
  };
}

function seenInOf(events: NewEvent[]): Iterable<SeenWithin> {
  const seenIn = new Map<string, SeenWithin>();
  for (const { projectId, issueId, environment = "", at } of events) {
    const key = `${issueId}:${environment}`;
    const seen = seenIn.get(key);
    if (!seen) seenIn.set(key, { projectId, issueId, environment, firstSeen: at, lastSeen: at });
    else {
      seen.firstSeen = Math.min(seen.firstSeen, at);
      seen.lastSeen = Math.max(seen.lastSeen, at);
    }
  }
  return seenIn.values();
}
