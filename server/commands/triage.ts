import type { IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Actor, IgnoreUntil } from "#server/domain/issue/state.ts";
import { newestRelease } from "#server/domain/release/order.ts";
import { ignore, reopen, resolve, type Transition } from "#server/domain/issue/triage.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { TriageAct } from "#server/services.ts";
import type { Store } from "#server/storage/store.ts";

/** One act on any number of issues, in one transaction. Returns them as they are afterwards. */
export async function triage(
  { store, now }: { store: Store; now: () => number },
  viewer: Viewer,
  project: Project,
  issueIds: IssueId[],
  act: TriageAct,
): Promise<Issue[]> {
  const by: Actor = { kind: "user", id: viewer.user.id };
  const known = act.intent === "resolve-next" ? await knownReleases(store, project) : [];
  return store.issues.transition(project.id, issueIds, (issue) => decide(issue, act, now(), by, known));
}

/** Far enough back to find the newest of each package. */
const releasesAsked = 100;

async function knownReleases({ releases }: Store, project: Project): Promise<string[]> {
  const { rows } = await releases.list({ projectId: project.id, limit: releasesAsked });
  return rows.map(({ version }) => version);
}

function decide(
  issue: Issue,
  act: TriageAct,
  at: number,
  by: Actor,
  releases: readonly string[],
): Transition | undefined {
  switch (act.intent) {
    case "resolve":
      return resolve(issue, { kind: "now" }, at, by);
    case "resolve-next": {
      // Not the issue's own: it may have been fixed releases ago, or not have happened since.
      const after = newestRelease(releases, issue.lastRelease) ?? issue.lastRelease;
      return resolve(issue, { kind: "next-release", ...(after !== undefined && { after }) }, at, by);
    }
    case "resolve-in":
      return resolve(issue, { kind: "release", version: act.release }, at, by);
    case "ignore":
      return ignore(issue, asTotals(issue, act.until), at, by);
    case "reopen":
      return reopen(issue, at, by);
  }
}

/** "10 more events" is kept as the total at which the issue wakes. */
function asTotals(issue: Issue, until: IgnoreUntil): IgnoreUntil {
  if (until.kind === "count") return { kind: "count", count: issue.count + until.count };
  if (until.kind === "users") return { kind: "users", users: issue.userCount + until.users };
  return until;
}
