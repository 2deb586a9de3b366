import { chosenMarks, type ReleaseMark } from "#server/domain/release/mark.ts";
import type { ReleaseStore } from "#server/storage/releases/release-store.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { ReleaseScope } from "./read-releases.ts";

/** Deploys and new releases in a window, for chart marks: oldest first. */
export type ReadReleaseMarks = (
  projectId: ProjectId,
  shown: ReleaseScope,
) => Promise<ReleaseMark[]>;

/** At most this many candidates are read. */
const mostFound = 100;

/** The release marks of a page's charts, shared by all of them. */
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
