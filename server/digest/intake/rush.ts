/**
 * How many requests wait for their answer in this thread. Beyond a few dozen there is no time to
 * read them first: then being safe comes before being understood, and storing what was understood
 * gives way to ingestion.
 */
export type Rush = { enter(): void; leave(): void; isOn(): boolean };

/** At half of what it can take, a handful wait at any moment; one connection holds one. */
const rushRequests = 24;
/**
 * What waits is answered at one blow, with the write that it shared: between two such waves a rush
 * is not over.
 */
const waveMs = 100;

export function createRush(elapsed: () => number): Rush {
  let inHand = 0;
  /** When so many waited last. */
  let seenAt = -Infinity;
  return {
    enter: () => void (inHand += 1),
    leave() {
      if (inHand > rushRequests) seenAt = elapsed();
      inHand -= 1;
    },
    isOn: () => inHand > rushRequests || elapsed() - seenAt < waveMs,
  };
}
