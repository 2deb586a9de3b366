import type { IssueId } from "#server/domain/ids.ts";
import {
  decideInBulk,
  sliceOf,
  undoInBulk,
  type BulkFilter,
  type BulkAct,
} from "#server/domain/issue/bulk-act.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { NewBulkAct } from "#server/storage/bulk/bulk-store.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "./audit.ts";
import { triageContextOf, type IssueConflict } from "./triage.ts";
import type { Doer } from "#server/domain/people/audit.ts";
import type { DeleteAct, TriageAct } from "#server/domain/issue/act.ts";

/**
 * `seen`: the newest activity when the form was rendered. Later changes by others aren't
 * overwritten; undefined: no conflict detection.
 */
type AskedBulk = { act: TriageAct | DeleteAct; seen?: number; filter: BulkFilter };

/** `conflicts`: issues of the first slice that were skipped because another user changed them. */
type BulkDone = { bulk: BulkAct; conflicts: IssueConflict[] };

type Deps = { store: Store; now: () => number };

/** Limit for the progress display: counting costs a microsecond per issue. */
const countedUpTo = 100_000;

/**
 * Processes the first slice immediately, the rest in `jobs/bulk-acts.ts`. Issues created later are
 * excluded. `BulkAct.stage` contains the progress.
 */
export async function bulk(
  deps: Deps,
  { viewer, asker }: Doer,
  project: Project,
  { act, seen, filter: asked }: AskedBulk,
): Promise<BulkDone> {
  const { bulk: bulks, issues } = deps.store;
  const { at, releases } = await triageContextOf(deps, viewer, project, act);
  const filter = { ...asked, until: Math.min(at, asked.until ?? at) };
  const page = await issues.list({
    ...filter,
    projectId: project.id,
    sort: "first-seen",
    limit: sliceOf(act),
  });
  const begun: NewBulkAct = {
    projectId: project.id,
    by: viewer.user.id,
    at,
    filter,
    act: releases.length > 0 ? { ...act, releases: [...releases] } : act,
    ...(seen !== undefined && { seen }),
    total: page.next
      ? await issues.countMatching({ ...filter, projectId: project.id }, countedUpTo)
      : page.rows.length,
  };
  const conflicts: IssueConflict[] = [];
  const slice = {
    issueIds: page.rows.map(({ id }) => id),
    ...(page.next !== undefined && { cursor: page.next }),
  };
  const done = await bulks.begin(begun, slice, (issue, since) =>
    decideInBulk(
      begun,
      issue,
      since,
      (found, others) => void conflicts.push({ issue: found, others }),
    ),
  );
  if (act.intent === "delete" && done.total > 0) {
    const names = page.rows.map(({ shortId }) => shortId).join(", ");
    await audit(deps, asker, {
      kind: "issues-deleted",
      projectId: project.id,
      about: `${done.total}`,
      detail: names,
    });
  }
  return { bulk: done, conflicts };
}

/**
 * Undoes a bulk action. "not-found" if it belongs to another user, was already undone, or can't be
 * undone.
 */
export async function undoBulk(
  deps: Deps,
  { viewer }: Doer,
  project: Project,
  id: number,
): Promise<BulkAct | Problem> {
  const { bulk: bulks } = deps.store;
  const found = await bulks.find(project.id, id);
  const begun = found?.by === viewer.user.id ? await bulks.beginUndo(project.id, id) : undefined;
  if (!begun) return gone;
  return bulks.advanceUndo(id, sliceOf(begun.act), (issue, before) =>
    undoInBulk(begun, issue, before, deps.now()),
  );
}

const gone: Problem = { problem: "not-found", detail: "This can no longer be undone." };

/** Future events of the deleted issue are no longer discarded. */
export async function liftDiscard(
  deps: Deps,
  { asker }: Doer,
  project: Project,
  issueId: IssueId,
): Promise<Problem | undefined> {
  if (!(await deps.store.discards.lift(project.id, issueId)))
    return { problem: "not-found", detail: "Events of this issue are no longer discarded." };
  const about = `${project.prefix} ${issueId}`;
  await audit(deps, asker, { kind: "discard-lifted", projectId: project.id, about });
  return undefined;
}
