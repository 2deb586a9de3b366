import { type ExceededLimit, exceededLimits } from "#server/domain/cardinality/over-limit.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/time.ts";
import type { OutcomeStore } from "#server/storage/outcomes/outcome-store.ts";

const freshMs = 60_000;
const projectsKept = 1_000;

type Known = { at: number; limits: Promise<ExceededLimit[]> };

/**
 * The limits that a project exceeded in the last 24 hours. Every page of the project asks, so an
 * answer serves for a minute, and after that until the next one is read. A page is never refused
 * because of it.
 */
export function createExceededLimits(
  outcomes: Pick<OutcomeStore, "read">,
  now: () => number,
): (projectId: ProjectId) => Promise<ExceededLimit[]> {
  const known = new Map<ProjectId, Known>();

  const read = async (projectId: ProjectId) =>
    exceededLimits(await outcomes.read(projectId, now() - dayMs));

  function refresh(projectId: ProjectId, last: Known | undefined): Promise<ExceededLimit[]> {
    const old = last?.limits ?? Promise.resolve([]);
    const limits = read(projectId).catch(() => old);
    known.delete(projectId);
    // Until the new answer is there the old one serves.
    known.set(projectId, { at: now(), limits: last ? old : limits });
    void limits.then((value) =>
      known.set(projectId, { at: now(), limits: Promise.resolve(value) }),
    );
    if (known.size > projectsKept) known.delete(known.keys().next().value!);
    return known.get(projectId)!.limits;
  }

  return (projectId) => {
    const last = known.get(projectId);
    return last && now() - last.at < freshMs ? last.limits : refresh(projectId, last);
  };
}
