import type { AskedAboutIssue } from "#app/guard.ts";
import type { TagSummary } from "#server/domain/event/tag-counts.ts";
import type { LinkedTag } from "./tags/linked-tag.ts";
import { tagQuery } from "./tags/tag-query.ts";

/** Prefix of the tag `user`, naming the first field that the SDK sent. */
const prefix = /^(?:id|email|username|ip):/;

/**
 * Adds the user's email address and a search for the user's issues to values of the tag `user`;
 * other tags are unchanged. `most`: number of addresses read.
 */
export async function affectedUsers(
  { services, issue }: AskedAboutIssue,
  tag: LinkedTag,
  most: number,
): Promise<LinkedTag> {
  if (tag.key !== "user") return tag;
  const asked = { key: "user.email", values: most };
  const [emails] = await services.store.issues.tags(issue.projectId, issue.id, asked);
  const emailAt = uniqueBy(emails?.values ?? []);
  const isAlone = uniqueBy(tag.values);
  const values = tag.values.map((each) => {
    const name = each.value.replace(prefix, "");
    const email =
      isAlone.get(each.lastSeen) === each.value ? emailAt.get(each.lastSeen) : undefined;
    return {
      ...each,
      name,
      all: tagQuery({ key: "user", value: name }),
      ...(email !== undefined && { email }),
    };
  });
  return { ...tag, values };
}

/**
 * Values by the time of their last event: an event has a user's ID and email address, so both were
 * last seen at the same time. Ambiguous times are dropped.
 */
function uniqueBy(values: TagSummary["values"]): Map<number, string> {
  const at = Map.groupBy(values, ({ lastSeen }) => lastSeen);
  return new Map(
    [...at].flatMap(([moment, found]) => (found.length === 1 ? [[moment, found[0]!.value]] : [])),
  );
}

/** A search for all issues of an event's user; undefined if the SDK sent no searchable field. */
export function searchOfUser(
  user: { id?: string; email?: string; username?: string; ip?: string } = {},
) {
  const name = user.id || user.email || user.username || user.ip;
  return name
    ? tagQuery({ key: "user", value: name.replaceAll(/[\r\n]+/g, " ").slice(0, 200) })
    : undefined;
}
