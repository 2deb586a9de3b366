import { type Budget, figure, type Figure, percentile } from "../figure.ts";
import { floorIs } from "../floor-is.ts";
import type { Encoding } from "../load/envelope.ts";
import type { Outcome } from "../load/job.ts";
import type { Flood } from "./flood.ts";

export type Round = {
  ours: Flood;
  floor: { perSecond: number; cpuMicrosecondsPerItem: number; outcome: Outcome };
};
export type Rounds = { [E in Encoding]: Round[] };

type Compared = {
  name: `events ${"end to end" | "acknowledged in a burst" | "CPU each, end to end" | `answered in a burst, p${50 | 99}`}`;
  unit: string;
  ours: (flood: Flood) => number;
  floor: (floor: Round["floor"]) => number;
  budget?: { [E in Encoding]?: Budget };
};

const aim = "0.9";

/** Each beside F1, which parses the same encoding. */
const compared: Compared[] = [
  {
    name: "events end to end",
    unit: "/s",
    ours: ({ visiblePerSecond }) => visiblePerSecond,
    floor: ({ perSecond }) => perSecond,
    budget: {
      gzip: { of: "ratio", atLeast: 0.55, aim },
      plain: { of: "ratio", atLeast: 0.3, aim },
    },
  },
  {
    name: "events acknowledged in a burst",
    unit: "/s",
    ours: ({ acceptedPerSecond }) => acceptedPerSecond,
    floor: ({ perSecond }) => perSecond,
    budget: { gzip: { of: "ratio", atLeast: 2, aim: "3" } },
  },
  {
    name: "events CPU each, end to end",
    unit: "µs",
    ours: ({ cpuMicrosecondsPerItem }) => cpuMicrosecondsPerItem,
    floor: ({ cpuMicrosecondsPerItem }) => cpuMicrosecondsPerItem,
  },
  {
    name: "events answered in a burst, p50",
    unit: "ms",
    ours: ({ outcome }) => outcome.p50Ms,
    floor: ({ outcome }) => outcome.p50Ms,
  },
  {
    name: "events answered in a burst, p99",
    unit: "ms",
    ours: ({ outcome }) => outcome.p99Ms,
    floor: ({ outcome }) => outcome.p99Ms,
  },
];

export function intakeFigures(rounds: Rounds): Figure[] {
  const floods = floodsOf(rounds);
  const lost = floods.reduce((sum, each) => sum + Math.abs(each.lost), 0);
  return [
    ...compared.map((each) => against(each, rounds, "gzip")),
    ...compared.map((each) => against(each, rounds, "plain")),
    figure({
      name: "events refused in a burst",
      unit: "events",
      values: floods.map(({ outcome }) => refused(outcome)),
    }),
    figure({
      name: "events accepted and lost",
      unit: "events",
      values: [lost],
      budget: { of: "value", atMost: 0 },
    }),
    figure({
      name: "events drained, after a burst",
      unit: "s",
      values: floods.map(({ drainSeconds }) => drainSeconds),
    }),
  ];
}

function against(
  { name, unit, ours, floor, budget }: Compared,
  rounds: Rounds,
  encoding: Encoding,
): Figure {
  return figure({
    name: `${name}, ${encoding === "gzip" ? "gzip'd" : "plain"}`,
    floorIs: floorIs.parsesEvents,
    unit,
    values: rounds[encoding].map((round) => ours(round.ours)),
    floors: rounds[encoding].map((round) => floor(round.floor)),
    budget: budget?.[encoding],
  });
}

/**
 * The thread that serves pages, measured inside and outside: its event loop delay is part of every
 * response.
 */
export function concurrentFigures(
  rounds: Rounds,
  atRestMs: number[],
  delaysMs: number[],
): Figure[] {
  const floods = floodsOf(rounds);
  const page = (percent: 50 | 99) =>
    figure({
      name: `the issue list under full ingest, p${percent}`,
      unit: "ms",
      values: floods.map(({ pageMs }) => percentile(pageMs, percent)),
      floors: floods.map(() => percentile(atRestMs, percent)),
      floorIs: floorIs.atRest,
    });
  return [
    figure({
      name: "event-loop delay of the page thread under full ingest, p99",
      unit: "ms",
      values: delaysMs,
      budget: { of: "value", atMost: 20 },
    }),
    figure({
      name: "a trivial answer under full ingest, p99",
      unit: "ms",
      values: floods.map(({ healthMs }) => percentile(healthMs, 99)),
    }),
    page(50),
    page(99),
    figure({
      name: "resident memory under full ingest, peak",
      unit: "MiB",
      values: [Math.max(...floods.map(({ residentMiB }) => residentMiB))],
      budget: { of: "value", atMost: 500 },
    }),
  ];
}

const floodsOf = ({ gzip, plain }: Rounds) => [...gzip, ...plain].map(({ ours }) => ours);

function refused({ statuses }: Outcome): number {
  return Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (status === "200" ? 0 : count),
    0,
  );
}
