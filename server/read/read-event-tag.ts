import type { Issue } from "#server/domain/issue/issue.ts";
import { type IssueKey, issueKeys, type KnownKey, knownKeys, tagsOfKey } from "#server/domain/search/issue-keys.ts";
import { knownKey } from "#server/domain/search/issue-query-keys.ts";
import { nearestOf } from "#server/domain/search/nearest.ts";
import { nearValues } from "#server/domain/search/near-values.ts";
import type { Store, TagSummary } from "#server/storage/store.ts";

export type Tag = { key: string; value: string };

/** The tag that was asked for, or near which key it is where no event of the issue has its key; `hints`: values that some have. */
export type EventTag = { tag: Tag; hints: Tag[] } | { near: string | undefined };
export type ReadEventTag = (issue: Issue, typed: Tag) => Promise<EventTag>;

/** More than an issue counts by themselves (`storage/sqlite/tags.ts`). */
const mostValues = 1_000;
const mostKeys = 500;

/**
 * The tag that a search among an issue's events asks for, as its events have it: `user:mira@example.com` may be `user.email` or
 * `user` with `email:` before it. What no event of the issue has is answered with what some have.
 */
export function createReadEventTag({ issues }: { issues: Pick<Store["issues"], "tags"> }): ReadEventTag {
  return async (issue, typed) => {
    const had = await tagsHad(issue, typed.key);
    if (had.length === 0 && !(await keysOf(issue)).includes(typed.key))
      return { near: await nearKey(issue, typed.key) };
    const wanted = typed.value.toLowerCase();
    const exact = had.find(({ text }) => text === typed.value) ?? had.find(({ text }) => text.toLowerCase() === wanted);
    if (exact) return { tag: exact.tag, hints: [] };
    const texts = nearValues(typed.value, [...new Set(had.map(({ text }) => text))]);
    return { tag: uncounted(typed), hints: texts.map((value): Tag => ({ key: typed.key, value })) };
  };

  /** Every value that one may mean by the key, with the tag that it is of. */
  async function tagsHad(issue: Issue, key: string): Promise<{ text: string; tag: Tag }[]> {
    const meant = tagsOfKey(knownKey(key) ?? key);
    const read = [...new Set(meant.map(([tag]) => tag))].map((tag) => readTag(issue, tag));
    const summaries = (await Promise.all(read)).flat();
    return meant.flatMap(([tag, before]) => {
      const { values = [] } = summaries.find((summary) => summary.key === tag) ?? {};
      const texts = values.filter(({ value }) => value.startsWith(before));
      return texts.map(({ value }) => ({ text: value.slice(before.length), tag: { key: tag, value } }));
    });
  }

  function readTag(issue: Issue, key: string): Promise<TagSummary[]> {
    return issues.tags(issue.projectId, issue.id, { key, values: mostValues });
  }

  async function keysOf(issue: Issue): Promise<string[]> {
    const tags = await issues.tags(issue.projectId, issue.id, { values: 0, keys: mostKeys });
    return tags.map(({ key }) => key);
  }

  /** Among the keys of the issue's tags, and those that stand for one of them. */
  async function nearKey(issue: Issue, key: string): Promise<string | undefined> {
    const keys = await keysOf(issue);
    const standing = knownKeys.filter(
      (known) => hasTags(known) && tagsOfKey(known).some(([tag]) => keys.includes(tag)),
    );
    return nearestOf(key, [...new Set([...keys, ...standing])]);
  }
}

const hasTags = (key: KnownKey): boolean => (issueKeys[key] as IssueKey).tags !== undefined;

/** A value that the issue does not count by itself: users are mostly named by id, and by the rest beside it. */
function uncounted({ key, value }: Tag): Tag {
  if (knownKey(key) !== "user") return { key: tagsOfKey(knownKey(key) ?? key)[0]![0], value };
  return value.includes("@") ? { key: "user.email", value } : { key: "user", value: `id:${value}` };
}
