import { setTimeout } from "node:timers/promises";

const shortestMs = 20;
const longestMs = 500;

/**
 * Attempts of something that may recover: yields false for each, waits twice as long before the
 * next, and yields true for the last, when `patienceMs` have passed. A fifth of each delay is
 * random, so that waiters don't retry in step.
 */
export async function* backOff(patienceMs: number): AsyncGenerator<boolean> {
  for (
    let waited = 0, pause = shortestMs;
    waited < patienceMs;
    waited += pause, pause = Math.min(2 * pause, longestMs)
  ) {
    yield false;
    await setTimeout(pause * (0.9 + 0.2 * Math.random()));
  }
  yield true;
}
