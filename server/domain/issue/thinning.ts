/**
 * Which events of a burst are kept (SPEC section 4: all are counted). For an issue with more of
 * them in a minute than a person reads, while the queue is behind: every k-th, and k doubles with
 * their number, so that a million in a minute leave some 45,000.
 */
type InBurst = {
  /** Its place among the events of this minute, from 1. */
  nth: number;
  /** The newest so far: it is what "latest" shows. */
  isLast: boolean;
  /** It has a tag, user, release or environment that none before it had. */
  isRare: boolean;
  /** Something refers to it: a file, user feedback, a change of the state. */
  isReferredTo: boolean;
};

/**
 * As far as alert rules count events one by one (server/jobs/alert-traffic.ts): below it they count
 * right.
 */
export const keptWholePerMinute = 10_000;

export function isKept({ nth, isLast, isRare, isReferredTo }: InBurst): boolean {
  return isLast || isRare || isReferredTo || nth % strideOf(nth) === 0;
}

/** 1 up to the bound, 2 up to twice as many, 4 up to four times as many … */
export function strideOf(nth: number): number {
  return nth <= keptWholePerMinute ? 1 : 2 ** Math.ceil(Math.log2(nth / keptWholePerMinute));
}
