import { figure, type Figure } from "../figure.ts";
import { floorIs } from "../floor-is.ts";
import type { Encoding } from "../load/envelope.ts";

export type Rate = {
  /** Answered with 200. */
  spans: number;
  refused: number;
  perSecond: number;
  cpuMicrosecondsPerItem: number;
  /** Duration of a request. */
  p99Ms: number;
};
/** `keptPerSecond`: from the first request until all are searchable. */
export type SpanRound = {
  ours: Rate & { keptPerSecond: number; lost: number };
  decoder: Rate;
  parser: Rate;
};
export type SpanRounds = { [E in Encoding]: SpanRound[] };

export function spanFigures(rounds: SpanRounds): Figure[] {
  const ours = [...rounds.gzip, ...rounds.plain].map((round) => round.ours);
  const lost = ours.reduce((sum, each) => sum + Math.abs(each.lost), 0);
  return [
    ...intake(rounds.gzip, "gzip'd"),
    ...intake(rounds.plain, "plain"),
    figure({
      name: "spans refused in a burst",
      unit: "spans",
      values: ours.map(({ refused }) => refused),
    }),
    figure({
      name: "spans accepted and lost",
      unit: "spans",
      values: [lost],
      budget: { of: "value", atMost: 0 },
    }),
  ];
}

function intake(rounds: SpanRound[], encoding: "gzip'd" | "plain"): Figure[] {
  const of = (read: (round: SpanRound) => number) => rounds.map(read);
  const [decoded, parsed] = [
    of(({ decoder }) => decoder.perSecond),
    of(({ parser }) => parser.perSecond),
  ];
  return [
    figure({
      name: `spans acknowledged, ${encoding}, against protobufjs`,
      floorIs: floorIs.decodesSpans,
      unit: "/s",
      values: of(({ ours }) => ours.perSecond),
      floors: decoded,
      budget: { of: "ratio", atLeast: 1.6 },
    }),
    figure({
      name: `spans acknowledged, ${encoding}, against JSON.parse`,
      floorIs: floorIs.parsesSpans,
      unit: "/s",
      values: of(({ ours }) => ours.perSecond),
      floors: parsed,
      budget: { of: "ratio", atLeast: 1.6, aim: "2" },
    }),
    figure({
      name: `spans end to end, ${encoding}, against protobufjs`,
      floorIs: floorIs.decodesSpans,
      unit: "/s",
      values: of(({ ours }) => ours.keptPerSecond),
      floors: decoded,
      budget: { of: "ratio", atLeast: 0.55, aim: "150,000 /s" },
    }),
    figure({
      name: `spans, CPU each, end to end, ${encoding}`,
      floorIs: floorIs.decodesSpans,
      unit: "µs",
      values: of(({ ours }) => ours.cpuMicrosecondsPerItem),
      floors: of(({ decoder }) => decoder.cpuMicrosecondsPerItem),
    }),
    figure({
      name: `spans answered in a burst, ${encoding}, p99`,
      floorIs: floorIs.decodesSpans,
      unit: "ms",
      values: of(({ ours }) => ours.p99Ms),
      floors: of(({ decoder }) => decoder.p99Ms),
    }),
  ];
}
