import { compareVersions, packageOf, parseVersion, type Version } from "./order.ts";

/**
 * Number of releases, last first seen, that are ordered to find the latest: pages, searches, and
 * “Resolve in” must agree.
 */
export const releasesWeighed = 100;

/**
 * Orders releases, given last first seen first. Packages keep their positions. Within a package,
 * version numbers decide, or first seen if names have no order (commit hashes).
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

/** Numbered versions are ordered among their positions; others keep theirs. */
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

/** The latest of each package, given last first seen first: result of `release:latest`. */
export function latestReleases(versions: readonly string[]): string[] {
  const ordered = newestFirst(versions, itself);
  return [...Map.groupBy(ordered, packageOf).values()].map(([latest]) => latest!);
}

/**
 * The latest release, given last first seen first; of the same package as `like`, if given, so that
 * a server's release doesn't follow a browser's.
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
 * The previous release among known ones of the same package. A new instance sees releases in any
 * order.
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
