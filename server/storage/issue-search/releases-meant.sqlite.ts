import type { DatabaseSync } from "node:sqlite";
import { latestReleases, releasesWeighed } from "#server/domain/release/latest.ts";
import type { TextMatch } from "#server/domain/search/issue-query.ts";
import { prepare } from "#server/storage/sqlite/statement.ts";
import { globOf, lowered } from "#server/storage/issue-search/text-glob.ts";

/**
 * The versions that a query names: `latest` is the latest of each package, `1.4.2` is `web@1.4.2`
 * too, `1.4.*` all of them.
 */
export function releasesMeant(
  reader: DatabaseSync,
  projectId: number,
  values: TextMatch[],
): string[] {
  const versions = "SELECT version FROM releases WHERE project_id = ?";
  const newest = prepare<{ version: string }>(
    reader,
    `${versions} ORDER BY first_seen DESC, version DESC LIMIT ${releasesWeighed}`,
  );
  const alike = prepare<{ version: string }>(
    reader,
    `${versions} AND (lower(version) GLOB ? OR lower(version) GLOB ?)`,
  );
  const meant = values.flatMap((value) => {
    if (value === "latest")
      return latestReleases(newest.all(projectId).map(({ version }) => version));
    const glob = globOf(lowered(value));
    const found = alike.all(projectId, glob, `*@${glob}`).map(({ version }) => version);
    return typeof value === "string" ? [value, ...found] : found;
  });
  return [...new Set(meant)];
}
