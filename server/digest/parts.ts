import type { ProjectId } from "#server/domain/ids.ts";
import type { Piece } from "./absorb.ts";
import { projectsOf, selected, type Understanding } from "./understanding.ts";

/** The part of the batch that belongs to these projects. */
export function partOf(batch: Piece, projects: ReadonlySet<ProjectId>): Piece {
  const isTheirs = ({ projectId }: { projectId: ProjectId }) => projects.has(projectId);
  const { ends = new Map() } = batch;
  if ([...ends.keys()].every((projectId) => projects.has(projectId))) return batch;
  return {
    ...batch,
    ...selected(batch, isTheirs),
    ends: new Map([...ends].filter(([id]) => projects.has(id))),
  };
}

/** Groups by project, in spool order. */
export function byProject(batch: Understanding): Map<ProjectId, Understanding> {
  const ids = projectsOf(batch);
  const [only] = ids;
  if (ids.size === 1) return new Map([[only!, batch]]);
  return new Map([...ids].map((id) => [id, selected(batch, ({ projectId }) => projectId === id)]));
}
