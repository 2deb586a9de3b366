import type { ProjectId } from "#server/domain/ids.ts";
import { releaseKey, type SeenRelease } from "#server/storage/digest/digest-store.ts";

/** Releases in a batch, each once. */
export class SeenReleases {
  readonly #byKey = new Map<string, SeenRelease>();

  /** `at`: time of the event by this instance's clock, or of receipt if that is earlier. */
  see(
    projectId: ProjectId,
    version: string,
    { at, receivedAt }: { at: number; receivedAt: number },
  ): void {
    const happenedAt = Math.min(at, receivedAt);
    const key = releaseKey({ projectId, version });
    const seen = this.#byKey.get(key);
    if (!seen)
      this.#byKey.set(key, {
        projectId,
        version,
        firstAt: happenedAt,
        lastAt: happenedAt,
        receivedAt,
      });
    else {
      seen.firstAt = Math.min(seen.firstAt, happenedAt);
      seen.lastAt = Math.max(seen.lastAt, happenedAt);
    }
  }

  all(): SeenRelease[] {
    return [...this.#byKey.values()];
  }
}
