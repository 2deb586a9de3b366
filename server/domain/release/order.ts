/**
 * Whether `a` was released after `b`, by name only: `package@1.2.3` and `1.2.3-beta.1` by semantic
 * versioning, other dotted numbers part by part. Undefined if names have no order (hashes).
 */
export function isNewerRelease(a: string, b: string): boolean | undefined {
  const left = parseVersion(a);
  const right = parseVersion(b);
  if (!left || !right || left.name !== right.name) return undefined;
  return compareVersions(left, right) > 0;
}

/** Positive if `a` follows `b`. Both are of one package. */
export const compareVersions = (a: Version, b: Version): number =>
  compareNumbers(a.numbers, b.numbers) || comparePre(a.pre, b.pre);

/** Whether `a` follows `b`; undefined if unknown. */
export type IsNewer = (a: string, b: string) => boolean | undefined;

/** By name, otherwise by first seen: commit hashes have no order, and packages are independent. */
export function newerBy(firstSeenOf: (version: string) => number | undefined): IsNewer {
  return (a, b) => {
    const byName = isNewerRelease(a, b);
    if (byName !== undefined) return byName;
    const [left, right] = [firstSeenOf(a), firstSeenOf(b)];
    return left === undefined || right === undefined ? undefined : left > right;
  };
}

/** The part before the version number: `web` of `web@1.2.3`. */
export const packageOf = (version: string): string => /^(.+)@/.exec(version)?.[1] ?? "";

/** Including the final @; empty without a package. */
export const packagePrefix = (version: string): string => /^.+@/.exec(version)?.[0] ?? "";

const pattern = /^(?:(.+)@)?v?(\d+(?:\.\d+)+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/;

export type Version = { name: string; numbers: number[]; pre: string };

/** Undefined if the name has no ordered number, such as a commit hash. */
export function parseVersion(version: string): Version | undefined {
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

/** A pre-release precedes its release; two are compared part by part, numbers numerically. */
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
