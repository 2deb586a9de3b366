import type { Issue } from "#server/domain/issue/issue.ts";
import { tagsOfKey } from "#server/domain/search/issue-keys.ts";
import type { IssueQuery } from "#server/domain/search/issue-query.ts";
import type { EventFilter } from "#server/storage/events/event-store.ts";
import type { Store } from "#server/storage/store.ts";

type Issues = Pick<Store["issues"], "tags">;
type Tag = NonNullable<EventFilter["tag"]>;

/** More than an issue counts individually (`storage/tags/tags.sqlite.ts`). */
const mostValues = 1_000;

/** An issue's values of a key, each with its tag. */
export async function tagsHad(
  issues: Issues,
  issue: Issue,
  key: string,
): Promise<{ text: string; tag: Tag }[]> {
  const meant = tagsOfKey(key);
  const read = [...new Set(meant.map(([tag]) => tag))].map((tag) =>
    issues.tags(issue.projectId, issue.id, { key: tag, values: mostValues }),
  );
  const summaries = (await Promise.all(read)).flat();
  return meant.flatMap(([tag, before]) => {
    const { values = [] } = summaries.find((summary) => summary.key === tag) ?? {};
    const texts = values.filter(({ value }) => value.startsWith(before));
    return texts.map(({ value }) => ({
      text: value.slice(before.length),
      tag: { key: tag, value },
    }));
  });
}

/**
 * A filter that storage can evaluate without reading events: the single tag of a search, as in
 * links from a tag table. Undefined if several tags may match.
 */
export async function exactFilter(
  issues: Issues,
  issue: Issue,
  query: IssueQuery,
): Promise<Pick<EventFilter, "tag" | "environment"> | undefined> {
  const asked = onlyTag(query);
  if (!asked) return undefined;
  const wanted = asked.value.toLowerCase();
  const had = (await tagsHad(issues, issue, asked.key)).filter(
    ({ text }) => text.toLowerCase() === wanted,
  );
  const [first, ...others] = new Map(had.map(({ tag }) => [JSON.stringify(tag), tag])).values();
  if (others.length > 0) return undefined;
  if (asked.key === "environment") return first && { environment: first.value };
  const tag = first ?? uncounted(asked);
  return tag && { tag };
}

function onlyTag({ states, levels, words, terms = [] }: IssueQuery): Tag | undefined {
  const [term, ...others] = terms;
  if (!term || others.length + states.length + levels.length + words.length > 0) return undefined;
  if ((term.kind !== "tag" && term.kind !== "field") || term.negated || term.values.length > 1)
    return undefined;
  const [value] = term.values;
  const key = term.kind === "tag" ? term.key : term.field;
  return typeof value === "string" && (term.kind === "tag" || key === "environment")
    ? { key, value }
    : undefined;
}

/** A value that the issue doesn't count individually, such as one of very many users. */
function uncounted({ key, value }: Tag): Tag | undefined {
  if (key === "user") return /^(?:id|email|username|ip):/.test(value) ? { key, value } : undefined;
  const [only, ...others] = tagsOfKey(key);
  return only && others.length === 0 && key !== "handled" ? { key: only[0], value } : undefined;
}
