import type { AskedAboutIssue } from "#app/guard.ts";
import type { TagSummary } from "#server/storage/issues/issue-store.ts";
import type { LinkedTag } from "./tags/linked-tag.ts";
import { tagQuery } from "./tags/tag-query.ts";

/** What the tag `user` puts before the first of the fields that the SDK sent. */
const prefix = /^(?:id|email|username|ip):/;

/**
 * Values of the tag `user` with the user's email address and a search for the user's issues; other
 * tags as they are. `most`: so many addresses are looked at.
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
 * Values by the moment of their last event: one event has a user's ID and email address, so both
 * were last seen at that moment. Moments that several values share say nothing.
 */
function uniqueBy(values: TagSummary["values"]): Map<number, string> {
  const at = Map.groupBy(values, ({ lastSeen }) => lastSeen);
  return new Map(
    [...at].flatMap(([moment, found]) => (found.length === 1 ? [[moment, found[0]!.value]] : [])),
  );
}

/**
 * A search for all issues of the user of an event; undefined where the SDK sent nothing to search
 * by.
 */
export function searchOfUser(
  user: { id?: string; email?: string; username?: string; ip?: string } = {},
) {
  const name = user.id || user.email || user.username || user.ip;
  return name
    ? tagQuery({ key: "user", value: name.replaceAll(/[\r\n]+/g, " ").slice(0, 200) })
    : undefined;
}
