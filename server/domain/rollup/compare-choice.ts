import { isNewerRelease } from "#server/domain/release/order.ts";

/** A release as far as choosing needs it. */
type Seen = { release: string; firstAt: number };

/**
 * The releases that a URL asks for, else the newest one that has a name and the one before it. Undefined where there are not two.
 * Names that tell no order go by when they were first seen.
 */
export function chooseReleases<Release extends Seen>(
  releases: readonly Release[],
  asked: { from: string | null; to: string | null },
): { from: Release; to: Release } | undefined {
  const named = newestFirst(releases.filter(({ release }) => release !== ""));
  const byName = (name: string | null) => releases.find(({ release }) => release === name);
  const to = byName(asked.to) ?? named.find(({ release }) => release !== asked.from);
  const from = byName(asked.from) ?? named[named.indexOf(to!) + 1] ?? named.find((each) => each !== to);
  return from && to && { from, to };
}

export const newestFirst = <Release extends Seen>(releases: readonly Release[]): Release[] =>
  releases.toSorted((a, b) => {
    const isNewer = isNewerRelease(a.release, b.release);
    const isOlder = isNewerRelease(b.release, a.release);
    return Number(isOlder ?? false) - Number(isNewer ?? false) || b.firstAt - a.firstAt;
  });
