import type { ProjectId } from "#server/domain/ids.ts";
import type { ArtifactStore } from "#server/storage/artifacts/artifact-store.ts";

/** Whether a project may have uploaded source maps. */
export type MayHaveUploads = (projectId: ProjectId) => boolean;

const freshMs = 1000;

/**
 * True until the store has said no; asked at most once a second a project. What is uploaded
 * meanwhile repairs its issues anyway.
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
      // A store that fails to answer leaves what was known.
      hasAny(projectId).then(
        (has) => void (entry.has = has),
        () => undefined,
      );
    }
    return entry.has;
  };
}
