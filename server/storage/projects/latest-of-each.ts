import type { ProjectId } from "#server/domain/ids.ts";
import { latestReleases } from "#server/domain/release/latest.ts";

/**
 * The latest releases of projects, from their newest ones as a JSON list. The home page asks each
 * time, and a list seldom changes: what was found for one is kept beside it.
 */
export function latestOfEach(): (projectId: ProjectId, versions: string) => string[] {
  const known = new Map<ProjectId, { versions: string; latest: string[] }>();
  return (projectId, versions) => {
    const kept = known.get(projectId);
    if (kept?.versions === versions) return kept.latest;
    const latest = latestReleases(JSON.parse(versions) as string[]);
    if (known.size >= mostKept) known.clear();
    known.set(projectId, { versions, latest });
    return latest;
  };
}

/** A list has a few kilobytes. */
const mostKept = 1_000;
