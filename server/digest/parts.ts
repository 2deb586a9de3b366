import type { ProjectId } from "#server/domain/ids.ts";
import type { Piece } from "./absorb.ts";
import type { Understanding } from "./understanding.ts";

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
  const ids = projectsIn(batch);
  const [only] = ids;
  if (ids.size === 1) return new Map([[only!, batch]]);
  return new Map([...ids].map((id) => [id, selected(batch, ({ projectId }) => projectId === id)]));
}

function projectsIn({
  events,
  traces,
  vitals,
  sessions,
  feedback,
  attachments,
  checkIns,
  outcomes,
}: Understanding) {
  const ids = new Set<ProjectId>();
  for (const list of [events, traces, vitals, sessions, feedback, attachments, checkIns, outcomes])
    for (const { projectId } of list) ids.add(projectId);
  return ids;
}

const selected = (
  of: Understanding,
  wanted: (item: { projectId: ProjectId }) => boolean,
): Understanding => ({
  events: of.events.filter(wanted),
  traces: of.traces.filter(wanted),
  vitals: of.vitals.filter(wanted),
  sessions: of.sessions.filter(wanted),
  feedback: of.feedback.filter(wanted),
  attachments: of.attachments.filter(wanted),
  checkIns: of.checkIns.filter(wanted),
  outcomes: of.outcomes.filter(wanted),
});
