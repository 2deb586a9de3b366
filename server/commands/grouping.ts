import type { FingerprintHash, IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Actor } from "#server/domain/issue/state.ts";
import type { Viewer } from "#server/domain/people/person.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { IssueName } from "#server/storage/issues/issue-store.ts";
import type { Store } from "#server/storage/store.ts";

type Deps = {
  store: Store;
  now: () => number;
  /** Returns the name of an issue from a stored event. */ nameOf: (body: string) => IssueName;
};

/**
 * Merges into the given issue, otherwise into the one with the most events. "invalid" unless at
 * least two are issues of the project.
 */
export async function mergeIssues(
  deps: Deps,
  viewer: Viewer,
  project: Project,
  issueIds: IssueId[],
  into?: IssueId,
): Promise<Issue | Problem> {
  const issues = await found(deps.store, project, issueIds);
  const target = into ?? issues.toSorted((a, b) => b.count - a.count || a.number - b.number)[0]?.id;
  const from = issues.flatMap(({ id }) => (id === target ? [] : id));
  if (target === undefined || from.length === 0)
    return invalid("Select at least two issues to merge.");
  const act = { from, into: target, at: deps.now(), by: actor(viewer) };
  const merged = await deps.store.groupings.merge(project.id, act);
  if (!merged) return invalid("The issue to merge into was deleted.");
  await settle(deps.store, merged);
  return merged;
}

/** Moves the fingerprints to a new issue and returns it. */
export async function splitIssue(
  deps: Deps,
  viewer: Viewer,
  project: Project,
  issue: Issue,
  hashes: FingerprintHash[],
): Promise<Issue | Problem> {
  const { groupings } = deps.store;
  if (hashes.length === 0) return invalid("Select the fingerprints to unmerge.");
  const name = await nameOfParts(deps, issue, hashes);
  const act = { issue: issue.id, hashes, name, at: deps.now(), by: actor(viewer) };
  const part = await groupings.split(project.id, act);
  if (part === "unknown") return invalid("Some of these fingerprints are no longer in this issue.");
  if (part === "whole") return invalid("Leave at least one fingerprint in this issue.");
  if (part === "moving")
    return {
      problem: "conflict",
      detail: "Events of this issue are still being moved. Try again in a minute.",
    };
  await settle(deps.store, issue);
  return part;
}

/** Large moves run in the worker. Small ones complete before the page is shown. */
const fewEvents = 20_000;
const slicesAtOnce = 200;

async function settle({ groupings }: Store, { count }: Issue): Promise<void> {
  if (count > fewEvents) return;
  for (let slice = 0; slice < slicesAtOnce; slice++) if (!(await groupings.moveEvents())) return;
}

async function found({ issues }: Store, { id }: Project, issueIds: IssueId[]): Promise<Issue[]> {
  const each = [...(await issues.findEach(id, { ids: issueIds })).values()];
  return [...new Map(each.map((issue) => [issue.id, issue])).values()];
}

const partsDeadlineMs = 200;

/** Named after the newest event of the parts. Until one is found, named like the original issue. */
async function nameOfParts(
  { store, nameOf }: Deps,
  issue: Issue,
  hashes: FingerprintHash[],
): Promise<IssueName> {
  const { parts } = await store.groupings.parts(issue, partsDeadlineMs);
  const newest = parts.find(({ hash, latest }) => hashes.includes(hash) && latest);
  const stored =
    newest?.latest && (await store.events.find(issue.projectId, newest.latest.eventId));
  const { type, value, culprit } = stored ? nameOf(stored.body) : issue;
  return { type, value, culprit };
}

const actor = ({ user }: Viewer): Actor => ({ kind: "user", id: user.id });
const invalid = (detail: string): Problem => ({ problem: "invalid", detail });
