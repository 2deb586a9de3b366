import type { ProjectId } from "#server/domain/ids.ts";
import type { ActivityKind } from "#server/domain/issue/activity.ts";
import type { ReleaseMark } from "#server/domain/release/mark.ts";
import type { Commit, Deploy, Release } from "./release-store.ts";

export type ReleaseRow = {
  project_id: number;
  version: string;
  first_seen: number;
  last_seen: number;
  released_at: number | null;
  started_at: number | null;
  url: string | null;
  ref: string | null;
};

export const releaseColumns =
  "project_id, version, first_seen, last_seen, released_at, started_at, url, ref";

export function releaseOf(row: ReleaseRow): Release {
  const { project_id, version, first_seen, last_seen, released_at, started_at, url, ref } = row;
  return {
    projectId: project_id as ProjectId,
    version,
    firstSeen: first_seen,
    lastSeen: last_seen,
    ...(released_at !== null && { releasedAt: released_at }),
    ...(started_at !== null && { startedAt: started_at }),
    ...(url !== null && { url }),
    ...(ref !== null && { ref }),
  };
}

export type DeployRow = {
  id: number;
  environment: string;
  name: string | null;
  url: string | null;
  started_at: number | null;
  finished_at: number;
};

export function deployOf({
  id,
  environment,
  name,
  url,
  started_at,
  finished_at,
}: DeployRow): Deploy {
  return {
    id,
    environment,
    finishedAt: finished_at,
    ...(name !== null && { name }),
    ...(url !== null && { url }),
    ...(started_at !== null && { startedAt: started_at }),
  };
}

export type MarkRow = { version: string; at: number; environment: string | null };

export const markOf = ({ version, at, environment }: MarkRow): ReleaseMark =>
  environment === null
    ? { version, at, kind: "first-seen" }
    : { version, at, kind: "deployed", environment };

export type CommitRow = { commit_id: string; details: string };

export const commitOf = ({ commit_id, details }: CommitRow): Commit => ({
  ...(JSON.parse(details) as Omit<Commit, "id">),
  id: commit_id,
});

/** An activity's relation to a release, as stored in `release_issues`. */
export function relationOf(what: ActivityKind): { version: string; relation: string } | undefined {
  if (what.kind === "regressed" && what.release !== undefined)
    return { version: what.release, relation: "regressed" };
  if (what.kind !== "resolved") return undefined;
  if (what.in.kind === "release") return { version: what.in.version, relation: "resolved" };
  if (what.in.kind === "next-release" && what.in.after !== undefined)
    return { version: what.in.after, relation: "resolved-after" };
  return undefined;
}
