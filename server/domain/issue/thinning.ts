/**
 * Events of a burst to store; all are counted. For an issue with more events per minute than a
 * person reads, while the queue is behind: every kth, and k doubles with their number, so that
 * about 45,000 of a million per minute are stored.
 */
type InBurst = {
  /** Its number among the events of this minute, from 1. */
  nth: number;
  /** The newest so far, shown as “latest”. */
  isLast: boolean;
  /** It has a new tag, user, release, or environment. */
  isRare: boolean;
  /** Something refers to it: a file, user feedback, or a change of the state. */
  isReferredTo: boolean;
};

/**
 * As far as alert rules count single events (server/jobs/alert-traffic.ts): up to this, counts are
 * exact.
 */
export const keptWholePerMinute = 10_000;

export function isKept({ nth, isLast, isRare, isReferredTo }: InBurst): boolean {
  return isLast || isRare || isReferredTo || nth % strideOf(nth) === 0;
}

/** 1 up to the limit, 2 up to twice as many, 4 up to four times as many … */
export function strideOf(nth: number): number {
  return nth <= keptWholePerMinute ? 1 : 2 ** Math.ceil(Math.log2(nth / keptWholePerMinute));
}
