/**
 * Whether `a` was released after `b`, judged by their names alone: `package@1.2.3` and `1.2.3-beta.1` by semantic
 * versioning, other dotted numbers part by part. Undefined when the names do not tell (hashes).
 */
export function isNewerRelease(a: string, b: string): boolean | undefined {
  const left = parseVersion(a);
  const right = parseVersion(b);
  if (!left || !right || left.name !== right.name) return undefined;
  const order = compareNumbers(left.numbers, right.numbers) || comparePre(left.pre, right.pre);
  return order > 0;
}

/** Whether `a` came after `b`; undefined where nothing tells. */
export type IsNewer = (a: string, b: string) => boolean | undefined;

/** By their names, else by when they were first seen: commit hashes tell no order, and no package that of another. */
export function newerBy(firstSeenOf: (version: string) => number | undefined): IsNewer {
  return (a, b) => {
    const byName = isNewerRelease(a, b);
    if (byName !== undefined) return byName;
    const [left, right] = [firstSeenOf(a), firstSeenOf(b)];
    return left === undefined || right === undefined ? undefined : left > right;
  };
}

/** What stands before the version's number: `web` of `web@1.2.3`. */
export const packageOf = (version: string): string => /^(.+)@/.exec(version)?.[1] ?? "";

/**
 * The newest of a project's releases, given the last first seen first; of the same package as `like` where one is there, so
 * that a release of the server is not taken for the next one of the pages.
 */
export function newestRelease(versions: readonly string[], like: string | undefined): string | undefined {
  const alike = versions.filter((version) => like !== undefined && packageOf(version) === packageOf(like));
  const from = alike.length > 0 ? alike : versions;
  return from.reduce<string | undefined>(
    (newest, version) => (newest === undefined || isNewerRelease(version, newest) ? version : newest),
    undefined,
  );
}

/** The newest of each package, given the last first seen first. */
export function latestReleases(versions: readonly string[]): string[] {
  const packages = new Set(versions.map(packageOf));
  return [...packages].flatMap(
    (name) =>
      newestRelease(
        versions.filter((version) => packageOf(version) === name),
        undefined,
      ) ?? [],
  );
}

/**
 * The release before one, of those that are known: of the same package where there is one, by name, else by first sight.
 * A Spoor that has just been set up sees releases in any order.
 */
export function previousRelease<Known extends { version: string; firstSeen: number }>(
  release: Known,
  known: readonly Known[],
): Known | undefined {
  const seen = new Map([...known, release].map(({ version, firstSeen }) => [version, firstSeen]));
  const isNewer = newerBy((version) => seen.get(version));
  const older = known.filter(({ version }) => version !== release.version && isNewer(release.version, version));
  const alike = older.filter(({ version }) => packageOf(version) === packageOf(release.version));
  const [first, ...others] = alike.length > 0 ? alike : older;
  return first && others.reduce((newest, each) => (isNewer(each.version, newest.version) ? each : newest), first);
}

const pattern = /^(?:(.+)@)?v?(\d+(?:\.\d+)+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/;

function parseVersion(version: string): { name: string; numbers: number[]; pre: string } | undefined {
  const match = pattern.exec(version);
  if (!match) return undefined;
  return { name: match[1] ?? "", numbers: match[2]!.split(".").map(Number), pre: match[3] ?? "" };
}

function compareNumbers(a: number[], b: number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A pre-release comes before its release; two are compared part by part, numbers as numbers. */
function comparePre(a: string, b: string): number {
  if (a === b) return 0;
  if (a === "") return 1;
  if (b === "") return -1;
  const left = a.split(".");
  const right = b.split(".");
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const order = comparePart(left[i], right[i]);
    if (order !== 0) return order;
  }
  return 0;
}

function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  const bothNumbers = /^\d+$/.test(a) && /^\d+$/.test(b);
  if (bothNumbers) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}
