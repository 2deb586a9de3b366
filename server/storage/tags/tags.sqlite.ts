import type { DatabaseSync } from "node:sqlite";
import { tagValueLimits } from "#server/domain/cardinality/limits.ts";
import type { OutcomeEntry } from "#server/domain/outcomes.ts";
import type { DigestChanges } from "#server/storage/digest/digest-store.ts";
import { overTagValues, RowRoom } from "#server/storage/layout/row-room.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";

const updateValue = `UPDATE issue_tags SET count = count + ?, last_seen = max(last_seen, ?)
  WHERE issue_id = ? AND key = ? AND value = ?`;
const claimValue = `INSERT INTO issue_tag_keys (issue_id, key, distinct_values, uncounted) VALUES (?, ?, 1, 0)
  ON CONFLICT DO UPDATE SET distinct_values = distinct_values + 1 WHERE distinct_values < ${tagValueLimits.perKey}`;
const countOnly = `INSERT INTO issue_tag_keys (issue_id, key, distinct_values, uncounted) VALUES (?1, ?2, 0, ?3)
  ON CONFLICT DO UPDATE SET uncounted = uncounted + ?3`;
const insertValue =
  "INSERT INTO issue_tags (issue_id, key, value, count, last_seen) VALUES (?, ?, ?, ?, ?)";
const selectOfIssue =
  "SELECT coalesce(sum(distinct_values), 0) AS sum FROM issue_tag_keys WHERE issue_id = ?";
const selectOfProject =
  "SELECT coalesce(sum(issues), 0) AS sum FROM tag_terms WHERE project_id = ? AND value IS NOT NULL";

type Tag = DigestChanges["tags"][number];

/**
 * Adds increments: one statement per known value, which nearly all are. Returns outcomes of values
 * without room in their issue or project. Use in a transaction. PostgreSQL writes a batch in one statement (`digest/save.sqlite.ts`).
 */
export function addTags(
  writer: DatabaseSync,
  ofProjects: RowRoom = new RowRoom(tagValueLimits.perProject),
): (tags: Tag[]) => OutcomeEntry[] {
  const addToValue = prepare(writer, updateValue);
  const claim = prepare(writer, claimValue);
  const count = prepare(writer, countOnly);
  const insert = prepare(writer, insertValue);
  const open = roomFor(writer, ofProjects);

  return (tags) => {
    const over: OutcomeEntry[] = [];
    const room = open();
    const uncounted = new Uncounted();
    for (const tag of tags) {
      if (addToValue.run(tag.count, tag.lastSeen, tag.issueId, tag.key, tag.value) > 0) continue;
      const isPlaced = room.has(tag);
      if (isPlaced && !uncounted.isFull(tag) && claim.run(tag.issueId, tag.key) > 0) {
        insert.run(tag.issueId, tag.key, tag.value, tag.count, tag.lastSeen);
        room.take(tag);
      } else uncounted.add(tag, isPlaced);
      if (!isPlaced) over.push(overTagValues(tag));
    }
    for (const { issueId, key, events } of uncounted.all()) count.run(issueId, key, events);
    return over;
  };
}

type UncountedKey = { issueId: number; key: string; events: number; isFull: boolean };

/**
 * Events of a batch whose values are not counted separately: a full key is checked once, and
 * written once.
 */
class Uncounted {
  private readonly keys = new Map<string, UncountedKey>();

  isFull(tag: Tag): boolean {
    return this.keys.get(nameOf(tag))?.isFull === true;
  }

  add(tag: Tag, isFull: boolean): void {
    const { issueId, key, count } = tag;
    const known = this.keys.get(nameOf(tag));
    if (!known) return void this.keys.set(nameOf(tag), { issueId, key, events: count, isFull });
    known.events += count;
    known.isFull ||= isFull;
  }

  all(): Iterable<UncountedKey> {
    return this.keys.values();
  }
}

const nameOf = ({ issueId, key }: Tag): string => `${issueId} ${key}`;

/** For one batch: whether a new value has room in its issue and project. */
function roomFor(writer: DatabaseSync, room: RowRoom) {
  const ofIssue = prepare<{ sum: number }>(writer, selectOfIssue);
  const ofProject = prepare<{ sum: number }>(writer, selectOfProject);
  return () => {
    const issues = new Map<number, number>();
    return {
      has({ projectId, issueId }: Tag): boolean {
        const now = Date.now();
        if (room.isUnknown(`${projectId}`, now))
          room.read(`${projectId}`, ofProject.get(projectId)!.sum, now);
        const values = issues.get(issueId) ?? ofIssue.get(issueId)!.sum;
        issues.set(issueId, values);
        return values < tagValueLimits.perIssue && room.has(`${projectId}`);
      },
      take({ projectId, issueId }: Tag): void {
        issues.set(issueId, issues.get(issueId)! + 1);
        room.take(`${projectId}`);
      },
    };
  };
}
