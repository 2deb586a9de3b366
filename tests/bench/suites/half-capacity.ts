import { pause } from "#tests/harness/spoor.ts";
import { figure, type Figure } from "../figure.ts";
import { makeEnvelope } from "../load/envelope.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";
import type { Bench } from "../suite.ts";
import { type EventJob, sendEvents } from "./flood.ts";

/** An instance and its capacity in events per second. */
export type Loaded = { spoor: BenchedSpoor; job: EventJob; perSecond: number };

/** Half of the capacity at an even pace: response time, and time until an event is on a page. */
export async function halfCapacity(
  { rounds, generator }: Bench,
  { spoor, job, perSecond }: Loaded,
): Promise<Figure[]> {
  const p99Ms: number[] = [];
  const lagsMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const load = sendEvents(spoor, spoor.envelopePath, generator, {
      ...job,
      perSecond: perSecond / 2,
    });
    const lag = worstLagMs(spoor, load, firstMarker + round * 100);
    p99Ms.push((await load).p99Ms);
    lagsMs.push(await lag);
  }
  return [
    figure({
      name: "answers at half of capacity, p99",
      unit: "ms",
      values: p99Ms,
      budget: { of: "value", atMost: 50 },
    }),
    figure({
      name: "acknowledged to on the page at half of capacity",
      unit: "ms",
      values: lagsMs,
      budget: { of: "value", atMost: 2000 },
    }),
  ];
}

/** Marker issues start here; the load has none of them. */
const firstMarker = 1000;

/**
 * Sends events of separate issues one by one and waits until each is listed; the slowest counts.
 */
async function worstLagMs(
  spoor: BenchedSpoor,
  load: Promise<unknown>,
  marker: number,
): Promise<number> {
  const ended = load.then(() => "ended");
  let worst = 0;
  for (let issue = marker; ; issue++) {
    const measured = lagMs(spoor, issue);
    // A short load may end before the first is listed, which counts anyway.
    const lag = await (issue === marker ? measured : Promise.race([ended, measured]));
    if (typeof lag === "string") return worst;
    worst = Math.max(worst, lag);
  }
}

async function lagMs(spoor: BenchedSpoor, issue: number): Promise<number> {
  const { bytes } = makeEnvelope("plain", issue, 0, Date.now());
  const id = crypto.randomUUID().replaceAll("-", "");
  const body = bytes.toString("utf8").replaceAll("0".repeat(32), id);
  await fetch(`http://127.0.0.1:${spoor.port}${spoor.envelopePath}`, { method: "POST", body });
  const acknowledgedAt = performance.now();
  while ((await spoor.issues(`Step${issue}Error`)).length === 0) {
    if (performance.now() - acknowledgedAt > 30_000) break;
    await pause(50);
  }
  return performance.now() - acknowledgedAt;
}
