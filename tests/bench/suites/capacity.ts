import type { Suite } from "../suite.ts";
import { flood, floodIssues } from "./flood.ts";
import { halfCapacity } from "./half-capacity.ts";
import { overload } from "./overload.ts";

/** Capacity of one instance, then its behavior at ten times and at half of it. */
export const capacity: Suite = async (bench) => {
  const spoor = await bench.startSpoor();
  const job = { encoding: "gzip", issueCount: floodIssues, seconds: bench.seconds.other } as const;
  const { visiblePerSecond } = await flood(spoor, bench.generator, job);
  const loaded = { spoor, job, perSecond: visiblePerSecond };
  // In this order: a flood is counted to its last event, while the other leaves some in progress.
  const figures = [...(await overload(bench, loaded)), ...(await halfCapacity(bench, loaded))];
  await spoor.remove();
  return figures;
};
