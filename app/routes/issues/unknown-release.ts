import type { AskedInProject } from "#app/guard.ts";
import { newestRelease } from "#server/domain/release/latest.ts";
import { isNewerRelease } from "#server/domain/release/order.ts";
import { nearestOf } from "#server/domain/search/nearest.ts";
import { releasesOffered } from "./releases-offered.ts";

/**
 * Why an issue cannot be resolved in a release; undefined where it can. A page offers releases that exist, and *Next release*.
 * A script may name the release that it is about to deploy, as long as that is not older than the latest one.
 */
export async function unknownRelease(
  { services, project }: AskedInProject,
  version: string,
  isFromPage: boolean,
): Promise<string | undefined> {
  if (await services.store.releases.find(project.id, version)) return undefined;
  const known = await releasesOffered(services, project.id, version);
  const latest = newestRelease(known, version);
  if (!isFromPage && (latest === undefined || isNewerRelease(latest, version) !== true)) return undefined;
  const nearest = nearestOf(version, known) ?? latest ?? known[0];
  const hint = nearest === undefined ? "This project has no releases yet." : `Did you mean ${nearest}?`;
  return `No release has this version. ${hint} For a release that is not out yet, use Next release.`;
}
