import type { ProjectId } from "#server/domain/ids.ts";
import { chosenMarks, type ReleaseMark } from "#server/domain/release/mark.ts";
import type { Store } from "#server/storage/store.ts";

type Shown = { window: { since: number; until: number }; environment?: string | undefined };

/** More are not looked at to choose from. */
const mostFound = 100;

/** The releases that a page's charts mark: what a loader hands on to all of them. */
export async function readReleaseMarks(
  { releases }: Pick<Store, "releases">,
  projectId: ProjectId,
  { window, environment }: Shown,
): Promise<ReleaseMark[]> {
  const filter = { projectId, ...window, limit: mostFound, ...(environment !== undefined && { environment }) };
  return chosenMarks(await releases.marks(filter), environment);
}
