import type { ReleaseIssueCounts } from "#server/domain/release/issue-relation.ts";
import type { ReleasePlace } from "./release-store.ts";

/** `relation` is `fresh` or one of `release_issues`. */
export type IssueRow = { version: string; relation: string; issues: number };

/** The versions that counts are asked of: releases and those before them. */
export const versionsOf = (places: readonly ReleasePlace[]): string[] => [
  ...new Set(places.flatMap(({ version, previous }) => (previous === undefined ? [version] : [version, previous]))),
];

/** “In the next release” counts for the release that comes after the one it was said of. */
export function countsOf(places: readonly ReleasePlace[], rows: readonly IssueRow[]): Map<string, ReleaseIssueCounts> {
  const known = new Map(rows.map(({ version, relation, issues }) => [`${relation} ${version}`, issues]));
  const count = (relation: string, version: string | undefined) => known.get(`${relation} ${version}`) ?? 0;
  return new Map(
    places.map(({ version, previous }) => [
      version,
      {
        ...{ fresh: count("fresh", version), regressed: count("regressed", version) },
        resolved: count("resolved", version) + (previous === undefined ? 0 : count("resolved-after", previous)),
      },
    ]),
  );
}
