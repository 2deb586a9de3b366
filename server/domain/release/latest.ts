import { compareVersions, packageOf, parseVersion, type Version } from "./order.ts";

/**
 * So many releases, the last first seen, are put in order wherever the latest one is named: pages,
 * searches, and “Resolve in” have to agree.
 */
export const releasesWeighed = 100;

/**
 * Releases in the one order that all of Spoor uses, given the last first seen first. Packages keep
 * the places that first sight gives them. Within a package version numbers decide, and first sight
 * where names tell no order (commit hashes).
 */
export function newestFirst<Known>(
  known: readonly Known[],
  versionOf: (each: Known) => string,
): Known[] {
  const packages = Map.groupBy(known, (each) => packageOf(versionOf(each)));
  const ordered = new Map(
    [...packages].map(([name, its]) => [name, inOrder(its, versionOf).values()]),
  );
  return known.map((each) => ordered.get(packageOf(versionOf(each)))!.next().value!);
}

/** Numbered versions share the places that they take; others stay where first sight put them. */
function inOrder<Known>(its: readonly Known[], versionOf: (each: Known) => string): Known[] {
  const parsed = its.map((each) => ({ each, version: parseVersion(versionOf(each)) }));
  const isNumbered = (one: (typeof parsed)[number]): one is { each: Known; version: Version } =>
    !!one.version;
  const numbered = parsed
    .filter(isNumbered)
    .toSorted((a, b) => compareVersions(b.version, a.version));
  const next = numbered.values();
  return parsed.map((one) => (isNumbered(one) ? next.next().value!.each : one.each));
}

const itself = (version: string): string => version;

/** The latest of each package, given the last first seen first: what `release:latest` finds. */
export function latestReleases(versions: readonly string[]): string[] {
  const ordered = newestFirst(versions, itself);
  return [...Map.groupBy(ordered, packageOf).values()].map(([latest]) => latest!);
}

/**
 * The latest release, given the last first seen first; of the same package as `like` where that is
 * given, so that a release of the server is not the next one of the pages.
 */
export function newestRelease(
  versions: readonly string[],
  like: string | undefined,
): string | undefined {
  const latest = latestReleases(versions);
  return like === undefined
    ? latest[0]
    : latest.find((version) => packageOf(version) === packageOf(like));
}

/**
 * The release before one, of those that are known and of the same package. A new instance sees
 * releases in any order.
 */
export function previousRelease<Known extends { version: string; firstSeen: number }>(
  release: Known,
  known: readonly Known[],
): Known | undefined {
  const others = known.filter(({ version }) => version !== release.version);
  const alike = [release, ...others].filter(
    ({ version }) => packageOf(version) === packageOf(release.version),
  );
  const byAge = alike.toSorted(
    (a, b) => b.firstSeen - a.firstSeen || (a.version < b.version ? 1 : -1),
  );
  const ordered = newestFirst(byAge, ({ version }) => version);
  return ordered[ordered.indexOf(release) + 1];
}
