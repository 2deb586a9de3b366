import { figure, type Figure } from "../figure.ts";
import type { Bench } from "../suite.ts";
import { flood, floodConnections } from "./flood.ts";
import type { Loaded } from "./half-capacity.ts";

const times = 10;

/**
 * Ten times as many senders as fill it, offering ten times its capacity; the slowest response of
 * any kind counts.
 */
export async function overload(
  { rounds, generator }: Bench,
  { spoor, job, perSecond }: Loaded,
): Promise<Figure[]> {
  const [slowest, accepted, lost]: number[][] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const more = { connections: floodConnections * times, perSecond: perSecond * times };
    const outcome = await flood(spoor, generator, { ...job, ...more, latencyFrom: "sent" });
    const answers = Object.values(outcome.outcome.statuses).reduce((sum, count) => sum + count, 0);
    slowest!.push(outcome.outcome.slowestMs);
    accepted!.push(((outcome.outcome.statuses["200"] ?? 0) / answers) * 100);
    lost!.push(Math.abs(outcome.lost));
  }
  const none = { of: "value", atMost: 0 } as const;
  return [
    figure({
      name: "answers at ten times capacity, the slowest",
      unit: "ms",
      values: slowest!,
      budget: { of: "value", atMost: 1000 },
    }),
    figure({ name: "answers at ten times capacity, accepted", unit: "%", values: accepted! }),
    figure({
      name: "answers at ten times capacity, lost",
      unit: "events",
      values: lost!,
      budget: none,
    }),
  ];
}
