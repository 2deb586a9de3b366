/**
 * Number of requests waiting for a response in this thread. Above a few dozen, requests are spooled
 * without being processed, and storing processed requests yields to ingestion.
 */
export type BurstMode = { enter(): void; leave(): void; isOn(): boolean };

/**
 * At half of its capacity, the thread has a handful of requests waiting. Each connection has one.
 */
const rushRequests = 24;
/**
 * Waiting requests are answered together, after their shared write. A rush does not end between two
 * such waves.
 */
const waveMs = 100;

export function createBurstMode(elapsed: () => number): BurstMode {
  let inHand = 0;
  /** Last time with this many waiting requests. */
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
