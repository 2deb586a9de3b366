import type { ProjectId } from "#server/domain/ids.ts";
import { latestReleases, releasesWeighed } from "#server/domain/release/latest.ts";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import { likeOf, lowered } from "#server/storage/issue-search/text-glob.ts";
import type { Query } from "#server/storage/postgres/database.ts";

type Row = { version: string };

const versions = "SELECT version FROM releases WHERE project_id = $1";
const selectNewest = `${versions} ORDER BY first_seen DESC, version DESC LIMIT ${releasesWeighed}`;
const selectAlike = `${versions} AND lower(version) LIKE ANY($2::text[])`;

/**
 * The versions that a query names: `latest` is the latest of each package, `1.4.2` is `web@1.4.2`
 * too, `1.4.*` all of them.
 */
export async function releasesMeant(
  query: Query,
  projectId: ProjectId,
  values: TextMatch[],
): Promise<string[]> {
  const patterns = values
    .filter((value) => value !== "latest")
    .map(lowered)
    .map(likeOf);
  const [newest, alike] = await Promise.all([
    values.includes("latest") ? query<Row>(selectNewest, projectId) : [],
    patterns.length > 0
      ? query<Row>(
          selectAlike,
          projectId,
          patterns.flatMap((pattern) => [pattern, `%@${pattern}`]),
        )
      : [],
  ]);
  const exact = values.filter(
    (value) => typeof value === "string" && value !== "latest",
  ) as string[];
  const found = [
    ...latestReleases(newest.map(({ version }) => version)),
    ...alike.map(({ version }) => version),
  ];
  return [...new Set([...exact, ...found])];
}
