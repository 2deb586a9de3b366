import type { ProjectId } from "#server/domain/ids.ts";
import { newestFirst, releasesWeighed } from "#server/domain/release/latest.ts";
import { packageOf } from "#server/domain/release/order.ts";
import type { Services } from "#server/services.ts";

const mostOffered = 20;

/**
 * Releases for resolving an issue, newest first. With `like`, a release of the issue, releases of
 * its package come first, so that the first is the latest that can contain the fix.
 */
export async function releasesOffered(
  { store }: Services,
  projectId: ProjectId,
  like?: string,
): Promise<string[]> {
  const { rows } = await store.releases.list({ projectId, limit: releasesWeighed });
  const ordered = newestFirst(
    rows.map(({ version }) => version),
    (version) => version,
  );
  const isAlike = (version: string) => like === undefined || packageOf(version) === packageOf(like);
  return [...ordered.filter(isAlike), ...ordered.filter((version) => !isAlike(version))].slice(
    0,
    mostOffered,
  );
}
