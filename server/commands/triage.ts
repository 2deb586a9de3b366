import type { IssueId } from "#server/domain/ids.ts";
import { type Circumstances, decideAct, type TriageAct } from "#server/domain/issue/act.ts";
import { releasesWeighed } from "#server/domain/release/latest.ts";
import type { LoggedAct } from "#server/domain/issue/activity.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";

/** An issue's current state, and what others changed since the form was rendered. */
export type IssueConflict = { issue: Issue; others: LoggedAct[] };

type Deps = { store: Store; now: () => number };

/**
 * One action on any number of issues in one transaction. Returns their new state. Issues to which
 * the action doesn't apply remain unchanged.
 */
export async function triage(
  deps: Deps,
  viewer: Viewer,
  project: Project,
  issueIds: IssueId[],
  act: TriageAct,
): Promise<Issue[]> {
  const circumstances = await triageContextOf(deps, viewer, project, act);
  return deps.store.issues.transition(project.id, issueIds, (issue) =>
    decideAct(issue, act, circumstances),
  );
}

export async function triageContextOf(
  { store, now }: Deps,
  { user }: Viewer,
  project: Project,
  act: { intent: string },
): Promise<Circumstances> {
  const by = { kind: "user", id: user.id } as const;
  if (act.intent !== "resolve-next") return { at: now(), by, releases: [] };
  const { rows } = await store.releases.list({ projectId: project.id, limit: releasesWeighed });
  return { at: now(), by, releases: rows.map(({ version }) => version) };
}
