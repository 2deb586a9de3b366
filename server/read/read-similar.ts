import type { Features, Likeness } from "#server/domain/grouping/likeness.ts";
import { likenessOf } from "#server/domain/grouping/likeness.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { mergeFacts, type MergedFacts } from "#server/domain/issue/merge.ts";
import { readBody } from "#server/ingest/sentry/stored-body.ts";
import type { Store } from "#server/storage/store.ts";

/** Possible duplicates, most likely first, each with a preview of the merge into this issue. */
export type ReadSimilar = (issue: Issue) => Promise<SimilarIssue[]>;

export type SimilarIssue = { issue: Issue; likeness: Likeness; preview: MergePreview };

type MergePreview = MergedFacts & {
  count: number;
  userCount: number;
  isUserCountEstimated: boolean;
};

/** Candidates are found by words. Comparing frames reads the latest event of each: 1 ms. */
const candidatesMost = 30;
const readMost = 6;
const shownMost = 6;
/** Users of the smaller issue that are looked up in the other: 1 µs each. */
const usersLookedUp = 500;
/** Below this score, issues only share a few words. */
const leastScore = 20;

export function createReadSimilar(store: Pick<Store, "groupings" | "events">): ReadSimilar {
  return async (issue) => {
    const candidates = await store.groupings.candidates(issue, candidatesMost);
    const byWords = candidates
      .map((each) => ({ each, score: likenessOf(withoutFrames(issue), withoutFrames(each)).score }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, readMost);
    const own = byWords.length > 0 ? await featuresOf(store, issue) : withoutFrames(issue);
    const compared = await Promise.all(
      byWords.map(async ({ each }) => ({
        issue: each,
        likeness: likenessOf(own, await featuresOf(store, each)),
      })),
    );
    const shown = compared
      .filter(({ likeness }) => likeness.score >= leastScore)
      .toSorted((a, b) => b.likeness.score - a.likeness.score)
      .slice(0, shownMost);
    return Promise.all(
      shown.map(async (each) => ({ ...each, preview: await preview(store, issue, each.issue) })),
    );
  };
}

const withoutFrames = ({ type, value, culprit }: Issue): Features => ({
  type,
  value,
  culprit,
  frames: [],
});

async function featuresOf({ events }: Pick<Store, "events">, issue: Issue): Promise<Features> {
  const stored = await events.pick(issue, "latest");
  const parts = stored ? readBody(stored.body).grouping.parts : [];
  const frames = parts
    .filter(({ label, counts }) => counts && label === "frame")
    .map(({ value }) => value);
  return { ...withoutFrames(issue), frames };
}

async function preview(
  { groupings }: Pick<Store, "groupings">,
  issue: Issue,
  other: Issue,
): Promise<MergePreview> {
  return {
    ...mergeFacts(issue, [other]),
    count: issue.count + other.count,
    ...(await usersTogether(groupings, issue, other)),
  };
}

/** Exact if one of the issues has few users, otherwise estimated from a sample. */
async function usersTogether(
  groupings: Store["groupings"],
  issue: Issue,
  other: Issue,
): Promise<Pick<MergePreview, "userCount" | "isUserCountEstimated">> {
  const [fewer, more] = issue.userCount < other.userCount ? [issue, other] : [other, issue];
  const ids = [fewer.id, more.id] as const;
  const { lookedUp, inBoth } = await groupings.usersInBoth(issue.projectId, ids, usersLookedUp);
  const share = inBoth / Math.max(1, lookedUp);
  const userCount = fewer.userCount + more.userCount - Math.round(share * fewer.userCount);
  return { userCount, isUserCountEstimated: fewer.userCount > lookedUp };
}
