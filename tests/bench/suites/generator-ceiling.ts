import { figure } from "../figure.ts";
import { floorIs } from "../floor-is.ts";
import { startFloor } from "../programs/floor.ts";
import type { Suite } from "../suite.ts";
import { floodIssues, sendEvents } from "./flood.ts";

/** The generator's maximum rate, so that its limit is not taken for a server's. The floor is F1. */
export const generatorCeiling: Suite = async ({ rounds, seconds, generator }) => {
  const [reads, parses] = await Promise.all([startFloor("read-only"), startFloor("parse-event")]);
  const rates: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [floor, into] of [
      [reads, rates],
      [parses, floors],
    ] as const) {
      const job = { encoding: "gzip", issueCount: floodIssues, seconds: seconds.other } as const;
      const outcome = await sendEvents(floor, "/", generator, job);
      into.push((outcome.statuses["200"] ?? 0) / outcome.seconds);
    }
  }
  await Promise.all([reads.stop(), parses.stop()]);
  return [
    figure({
      name: "the generator's own limit",
      unit: "/s",
      values: rates,
      floors,
      budget: { of: "ratio", atLeast: 4 },
      floorIs: floorIs.parsesEvents,
    }),
  ];
};
