import { findOwners, ownedOf } from "#server/domain/ownership/find-owners.ts";
import { readOwnership, type OwnershipRule } from "#server/domain/ownership/rules.ts";
import type { Store } from "#server/storage/store.ts";
import type { ReadEvent } from "./read-event.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Mentionable } from "#server/domain/people/mention.ts";

/** The owners of an issue and the matching rule; undefined: no rule matches. */
export type SuggestOwners = (
  project: Pick<Project, "id">,
  issue: Issue,
) => Promise<Suggestion | undefined>;

type Suggestion = { rule: OwnershipRule; owners: Mentionable[]; autoAssign: boolean };

/**
 * Reads an issue's best example only if there are rules. Lines that name people without access are
 * skipped.
 */
export function createSuggestOwners(
  store: Pick<Store, "ownership" | "issues">,
  readEvent: ReadEvent,
): SuggestOwners {
  return async (project, issue) => {
    const ownership = await store.ownership.read(project.id);
    if (!ownership || ownership.rules.trim() === "") return undefined;
    const people = await store.issues.assignable(project.id);
    const byEmail = new Map(people.map((person) => [person.email.toLowerCase(), person]));
    const { rules } = readOwnership(ownership.rules, new Set(byEmail.keys()));
    const view = await readEvent(issue, "recommended");
    const rule = view && findOwners(rules, ownedOf(view.event, issue.culprit));
    if (!rule) return undefined;
    return {
      rule,
      owners: rule.owners.flatMap((email) => byEmail.get(email) ?? []),
      autoAssign: ownership.autoAssign,
    };
  };
}
