import { figure } from "../figure.ts";
import { startSpoor } from "../programs/spoor.ts";
import type { Suite } from "../suite.ts";
import { flood, floodConnections, floodIssues } from "./flood.ts";

const times = 10;

/** Ten times as many senders as fill it, offering ten times what it takes; the slowest answer counts, of any kind. */
export const overload: Suite = async ({ rounds, seconds, generator }) => {
  const spoor = await startSpoor();
  const job = { encoding: "gzip", issueCount: floodIssues, seconds: seconds.other } as const;
  const { visiblePerSecond } = await flood(spoor, generator, job);
  const [slowest, accepted, lost]: number[][] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const more = { connections: floodConnections * times, perSecond: visiblePerSecond * times };
    const outcome = await flood(spoor, generator, { ...job, ...more, latencyFrom: "sent" });
    const answers = Object.values(outcome.outcome.statuses).reduce((sum, count) => sum + count, 0);
    slowest!.push(outcome.outcome.slowestMs);
    accepted!.push(((outcome.outcome.statuses["200"] ?? 0) / answers) * 100);
    lost!.push(Math.abs(outcome.lost));
  }
  await spoor.remove();
  const none = { of: "value", atMost: 0 } as const;
  return [
    figure({
      name: "answers at ten times capacity, the slowest",
      unit: "ms",
      values: slowest!,
      budget: { of: "value", atMost: 1000 },
    }),
    figure({ name: "answers at ten times capacity, accepted", unit: "%", values: accepted! }),
    figure({ name: "answers at ten times capacity, lost", unit: "events", values: lost!, budget: none }),
  ];
};
