import type { IssueId } from "#server/domain/ids.ts";
import type { GroupingStore, UsersInBoth } from "#server/storage/grouping-store.ts";
import { lastIdOf } from "./batch-ids.ts";
import type { Connections } from "./connections.ts";
import type { DayFiles } from "./day-files.ts";
import type { Digest } from "./digest.ts";
import { eventMoves } from "./event-moves.ts";
import { issueCandidates } from "./issue-candidates.ts";
import { mergeIssues } from "./issue-merge.ts";
import { issueParts } from "./issue-parts.ts";
import { splitIssue } from "./issue-split.ts";
import { newestEvents } from "./newest-events.ts";
import { prepare } from "./statement.ts";

const anyMove = "SELECT 1 AS found FROM event_moves";
const ofIssue = `${anyMove} WHERE ?1 IN (from_id, to_id, counted_in) LIMIT 1`;

const selectInBoth = `SELECT count(*) AS lookedUp, count(b.user_hash) AS inBoth
  FROM (SELECT user_hash FROM issue_users WHERE issue_id = ?1 ORDER BY user_hash LIMIT ?3) a
  LEFT JOIN issue_users b ON b.issue_id = ?2 AND b.user_hash = a.user_hash`;

/** Acts run while no batch of the digest is on its way: one that began before has ended, the next one sees what they did. */
export function groupingStore(
  { reader, writer }: Connections,
  files: DayFiles,
  { between, committedBatch }: Digest,
): GroupingStore {
  const moving = prepare<{ found: 1 }>(reader, ofIssue);
  const movingNow = prepare<{ found: 1 }>(writer, ofIssue);
  const pending = prepare<{ found: 1 }>(reader, `${anyMove} LIMIT 1`);
  const lastId = () => lastIdOf(committedBatch());
  const merge = mergeIssues(writer);
  const split = splitIssue(writer, (issueId) => movingNow.get(issueId) !== undefined);
  const advance = eventMoves(writer, files, committedBatch);
  const owner = prepare<{ issue_id: number }>(
    reader,
    "SELECT issue_id FROM fingerprints WHERE project_id = ? AND hash = ?",
  );
  const inBoth = prepare<UsersInBoth>(reader, selectInBoth);

  return {
    merge: (projectId, act) => between(() => merge(projectId, act)),
    split: (projectId, act) => between(() => split(projectId, act)),
    moveEvents: async () => pending.get() !== undefined && between(advance),
    isMoving: async (_, issueId) => moving.get(issueId) !== undefined,
    parts: issueParts(reader, files, lastId),
    candidates: issueCandidates(reader),
    newest: newestEvents(files, lastId),
    owner: async (projectId, hash) => owner.get(projectId, hash)?.issue_id as IssueId | undefined,
    usersInBoth: async (_, [one, other], limit) => ({ ...inBoth.get(one, other, limit)! }),
  };
}
