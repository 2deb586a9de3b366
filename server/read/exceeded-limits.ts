import { type ExceededLimit, exceededLimits } from "#server/domain/cardinality/over-limit.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/time.ts";
import type { OutcomeStore } from "#server/storage/outcomes/outcome-store.ts";

const freshMs = 60_000;
const projectsKept = 1_000;

type Known = { at: number; limits: Promise<ExceededLimit[]> };

/**
 * The limits that a project exceeded in the last 24 hours. Every page of the project requests this,
 * so a result is cached for a minute and then served until the next one is read. Failures never
 * break a page.
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
    // The old result is served until the new one is read.
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
