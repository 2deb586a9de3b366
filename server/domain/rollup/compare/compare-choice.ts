import { newestFirst } from "#server/domain/release/latest.ts";
import { packageOf } from "#server/domain/release/order.ts";

/** The fields of a release needed to choose. */
type Seen = { release: string; firstAt: number };

/**
 * The releases in the URL; default: the latest with a name and the previous one. Both are of one
 * package, because packages have different routes. Undefined if there are not two.
 */
export function chooseReleases<Release extends Seen>(
  releases: readonly Release[],
  asked: { from: string | null; to: string | null },
): { from: Release; to: Release } | undefined {
  const named = inOrder(releases.filter(({ release }) => release !== ""));
  const byName = (name: string | null) => releases.find(({ release }) => release === name);
  const askedFrom = byName(asked.from);
  const beside = (to: Release) => {
    const others = named.filter((each) => each !== to && areComparable(each, to));
    const older = others.find((each) => named.indexOf(each) > named.indexOf(to));
    return askedFrom && areComparable(askedFrom, to) ? askedFrom : (older ?? others[0]);
  };
  const isFirstChoice = (each: Release) =>
    each !== askedFrom && (!askedFrom || areComparable(askedFrom, each));
  const to = byName(asked.to) ?? named.find((each) => isFirstChoice(each) && beside(each));
  const from = to && beside(to);
  return to && from && { from, to };
}

/** Without a release name, there is no package. */
export const areComparable = (a: Seen, b: Seen): boolean =>
  a.release === "" || b.release === "" || packageOf(a.release) === packageOf(b.release);

export const inOrder = <Release extends Seen>(releases: readonly Release[]): Release[] =>
  newestFirst(
    releases.toSorted((a, b) => b.firstAt - a.firstAt),
    ({ release }) => release,
  );
