import type { Mentionable } from "#server/domain/people/mention.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { assign } from "#server/domain/issue/triage.ts";
import type { Actor } from "#server/domain/issue/state.ts";
import type { OwnershipRule } from "#server/domain/ownership/rules.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { LoggedActivity } from "#server/storage/issues/issue-store.ts";
import type { Store } from "#server/storage/store.ts";
import { followActivity } from "./follow-activity.ts";
import type { LogFollower } from "./follow-log.ts";

type Suggestion = { rule: OwnershipRule; owners: Mentionable[]; autoAssign: boolean };

type Deps = {
  store: Pick<Store, "issues" | "notices" | "projects">;
  suggestOwners: (project: { id: ProjectId }, issue: Issue) => Promise<Suggestion | undefined>;
  now: () => number;
};

const system: Actor = { kind: "system" };

/**
 * Assigns new issues to the first owner named by the project's rules, if auto-assignment is
 * enabled.
 */
export function assignOwners(deps: Deps): LogFollower {
  return followActivity(deps, "owners", async (entries) => {
    for (const entry of entries) if (entry.what.kind === "first-seen") await assignNew(deps, entry);
    return [];
  });
}

async function assignNew(
  { store, suggestOwners, now }: Deps,
  { projectId, issueId }: LoggedActivity,
): Promise<void> {
  const issue = await store.issues.find(projectId, { id: issueId });
  const suggestion = issue && (await suggestOwners({ id: projectId }, issue));
  const owner = suggestion?.owners[0];
  if (!suggestion?.autoAssign || !owner) return;
  await store.issues.transition(projectId, [issueId], (present) => {
    const assigned = present.assignee ? undefined : assign(present, owner.id, now(), system);
    const { rule } = suggestion;
    return (
      assigned && {
        ...assigned,
        activity: {
          ...assigned.activity,
          what: { kind: "assigned", to: owner.id, rule: rule.says },
        },
      }
    );
  });
}
