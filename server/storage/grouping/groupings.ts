import type { Issue } from "#server/domain/issue/issue.ts";
import type { Query } from "#server/storage/database.ts";
import type { EventSlices } from "#server/storage/events/slices.ts";
import type { HoldProject } from "#server/storage/grouping/held-project.ts";
import { issuesByIds } from "#server/storage/issues/stored-issues.ts";
import { moveEvents } from "./event-moves.ts";
import type { GroupingStore } from "./grouping-store.ts";
import { likelyWords } from "./likely-words.ts";
import { mergeIssues } from "./merge.ts";
import { issueParts } from "./parts.ts";
import { groupingReads } from "./reads.ts";
import { splitIssue } from "./split.ts";

/** Parts that differ by engine. */
export type Grouping = {
  query: Query;
  hold: HoldProject;
  events: EventSlices;
  newest: GroupingStore["newest"];
  /** The newest issues that have all words: a lookup in the search index. */
  withWords(issue: Issue, words: string[], limit: number): Promise<number[]>;
};

/** Actions lock their project: a batch of the digest is stored entirely before or after. */
export const groupingStore = (engine: Grouping): GroupingStore => ({
  ...groupingReads(engine.query),
  merge: (projectId, act) => engine.hold(projectId, (held) => mergeIssues(held, act)),
  split: (projectId, act) => engine.hold(projectId, (held) => splitIssue(held, act)),
  moveEvents: (of) => moveEvents(engine.query, engine.hold, engine.events, of),
  parts: issueParts(engine.query, engine.events),
  candidates: issueCandidates(engine),
  newest: engine.newest,
});

/** The newest that share something; the caller determines how much. */
const perReason = 30;

/** Issues with the same culprit, distinctive words, or type. */
const issueCandidates =
  ({ query, withWords }: Grouping): GroupingStore["candidates"] =>
  async (issue, limit) => {
    const reasons = likelyWords(issue).map((words) => withWords(issue, words, perReason));
    const reasonsOf = new Map<number, number>();
    for (const id of (await Promise.all(reasons)).flat())
      if (id !== issue.id) reasonsOf.set(id, (reasonsOf.get(id) ?? 0) + 1);
    const found = await issuesByIds(query, issue.projectId, [...reasonsOf.keys()]);
    return [...found.values()]
      .toSorted((a, b) => reasonsOf.get(b.id)! - reasonsOf.get(a.id)! || b.lastSeen - a.lastSeen)
      .slice(0, limit);
  };
