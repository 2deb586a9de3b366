type Patience = {
  pause: () => Promise<unknown>;
  /** So many looks without a change are the end of it. */
  looks: number;
};

/**
 * Waits until `count` answers with `wanted`, or with the same for many looks; returns what it answered last. By looks and not by the
 * clock: a disk that stands still stops who looks as well, and what came meanwhile would be called lost unseen.
 */
export async function untilCounted(
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
