type Patience = {
  pause: () => Promise<unknown>;
  /** Number of checks without a change that end the wait. */
  looks: number;
};

/**
 * Waits until `count` returns `wanted`, or the same value for many checks. Returns the last value.
 * Counts checks rather than time: a stalled disk stops the checks too, and time alone would report
 * a loss.
 */
export async function waitUntilCounted(
  count: () => Promise<number>,
  wanted: number,
  { pause, looks }: Patience,
): Promise<number> {
  let counted = await count();
  let still = 0;
  while (counted < wanted && still < looks) {
    await pause();
    const now = await count();
    still = now > counted ? 0 : still + 1;
    counted = now;
  }
  return counted;
}
