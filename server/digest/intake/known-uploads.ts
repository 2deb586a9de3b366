import type { ProjectId } from "#server/domain/ids.ts";
import type { ArtifactStore } from "#server/storage/artifacts/artifact-store.ts";

/** Whether a project may have source maps. */
export type MayHaveUploads = (projectId: ProjectId) => boolean;

const freshMs = 1000;

/**
 * True until the store says otherwise; queried at most once a second per project. Uploads in
 * between repair their issues anyway.
 */
export function knownUploads(
  { hasAny }: Pick<ArtifactStore, "hasAny">,
  now: () => number,
): MayHaveUploads {
  const known = new Map<ProjectId, { has: boolean; until: number }>();
  return (projectId) => {
    const entry = known.get(projectId) ?? { has: true, until: 0 };
    if (entry.until <= now()) {
      entry.until = now() + freshMs;
      known.set(projectId, entry);
      // If the query fails, the previous answer stays.
      hasAny(projectId).then(
        (has) => void (entry.has = has),
        () => undefined,
      );
    }
    return entry.has;
  };
}
