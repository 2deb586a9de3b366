import { chosenMarks, type ReleaseMark } from "#server/domain/release/mark.ts";
import type { ReleaseStore } from "#server/storage/releases/release-store.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { ReleaseScope } from "./read-releases.ts";

/** Deploys and new releases in a window, as every chart of it marks them: oldest first. */
export type ReadReleaseMarks = (
  projectId: ProjectId,
  shown: ReleaseScope,
) => Promise<ReleaseMark[]>;

/** More are not looked at to choose from. */
const mostFound = 100;

/** The releases that a page's charts mark: what a loader hands on to all of them. */
export function createReadReleaseMarks(releases: Pick<ReleaseStore, "marks">): ReadReleaseMarks {
  return async (projectId, { window, environment }) => {
    const filter = {
      projectId,
      ...window,
      limit: mostFound,
      ...(environment !== undefined && { environment }),
    };
    return chosenMarks(await releases.marks(filter), environment);
  };
}
