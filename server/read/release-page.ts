import type { ProjectId } from "#server/domain/ids.ts";
import { newestFirst, releasesWeighed } from "#server/domain/release/latest.ts";
import { decodeCursor, encodeCursor } from "#server/storage/layout/keyset.ts";
import type {
  Release,
  ReleaseFilter,
  ReleaseStore,
} from "#server/storage/releases/release-store.ts";

/**
 * The most recently seen releases, the latest of each package first: the order of every list and
 * menu.
 */
export async function weighedReleases(
  releases: ReleaseStore,
  projectId: ProjectId,
): Promise<Release[]> {
  const { rows } = await releases.list({ projectId, query: "", limit: releasesWeighed });
  return newestFirst(rows, versionOf);
}

const versionOf = ({ version }: Release): string => version;

/** A page of a project's releases, in the order of `weighedReleases` and then by first seen. */
export async function releasePage(releases: ReleaseStore, filter: ReleaseFilter): Promise<Page> {
  const { cursor, limit, ...matching } = filter;
  // The cursor is a version among the weighed releases, and the store's own beyond them.
  const [after] = decodeCursor<[string]>(cursor, ["string"]) ?? [];
  if (cursor !== undefined && after === undefined) return releases.list(filter);
  const { rows, next } = await releases.list({ ...matching, limit: releasesWeighed });
  const ordered = newestFirst(rows, versionOf);
  const from = 1 + ordered.findIndex(({ version }) => version === after);
  const shown = ordered.slice(from, from + limit);
  const further = from + limit < ordered.length ? encodeCursor([shown.at(-1)!.version]) : next;
  return { rows: shown, ...(further !== undefined && { next: further }) };
}

type Page = { rows: Release[]; next?: string };
