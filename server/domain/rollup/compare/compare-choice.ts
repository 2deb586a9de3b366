import { newestFirst } from "#server/domain/release/latest.ts";
import { packageOf } from "#server/domain/release/order.ts";

/** A release as far as choosing needs it. */
type Seen = { release: string; firstAt: number };

/**
 * The releases that a URL asks for, else the latest one that has a name and the one before it. Both
 * are of one package: another package has other routes and other work to do. Undefined where there
 * are not two.
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

/** What names no release has no package either. */
export const areComparable = (a: Seen, b: Seen): boolean =>
  a.release === "" || b.release === "" || packageOf(a.release) === packageOf(b.release);

export const inOrder = <Release extends Seen>(releases: readonly Release[]): Release[] =>
  newestFirst(
    releases.toSorted((a, b) => b.firstAt - a.firstAt),
    ({ release }) => release,
  );
