import type { Latencies, Timed } from "./readers.ts";

/** A line of the table: what it was in the first third and in the last, or what was sent and what is there. */
export type Line = { what: string; first: string; last: string; ratio: number; most: number };

export type Span = { fromMs: number; toMs: number };

/** Ratios bear a machine that others use: what leaks, or grows with what is stored, is more in minutes. */
const mostTimesSlower = 2;
/** Below this the median of a page is noise. */
const floorMs = 4;
/** Of resident memory, from the first third to the last: caches fill, and then no more. */
const mostMemory = 1.35;
const mostDelay = 2.5;

export const isFault = ({ ratio, most }: Line): boolean => !(ratio <= most);

/** With fewer in a third, one slow moment of the machine would be the median. */
const fewestSamples = 5;
/** By how much a server that does nothing is slower in the end is forgiven to all else: the machine is. */
export const machine = "this machine (a bare server)";

export function latencyLines(latencies: Latencies, span: Span): Line[] {
  const slower = Math.max(1, medianRatio(latencies.get(machine) ?? [], span, 0.5));
  return [...latencies].map(([what, list]) => {
    const parts = thirds(list, span);
    const [first, last] = parts.map(medianOf);
    const most = what === machine ? Infinity : (what.startsWith("event loop") ? mostDelay : mostTimesSlower) * slower;
    const isJudged = parts.every(({ length }) => length >= fewestSamples);
    const ratio = isJudged ? medianRatio(list, span) : 0;
    return { what: `${what}, median`, first: `${first!.toFixed(1)} ms`, last: `${last!.toFixed(1)} ms`, ratio, most };
  });
}

const medianOf = (list: Timed[]) =>
  quantile(
    list.map(({ ms }) => ms),
    0.5,
  );

function medianRatio(list: Timed[], span: Span, leastMs = floorMs): number {
  const [first, last] = thirds(list, span).map(medianOf);
  return Math.max(last!, leastMs) / Math.max(first!, leastMs);
}

/** `samples` are MiB. */
export function memoryLine(samples: Timed[], span: Span): Line {
  const [first, last] = thirds(samples, span).map((third) =>
    quantile(
      third.map(({ ms }) => ms),
      0.5,
    ),
  );
  return {
    ...{ what: "resident memory, median", first: `${first!.toFixed(0)} MiB`, last: `${last!.toFixed(0)} MiB` },
    ...{ ratio: last! / first!, most: mostMemory },
  };
}

/** Of whatever was acknowledged nothing may be missing or there twice. */
export function countLine(what: string, sent: number, there: number): Line {
  return { what, first: String(sent), last: String(there), ratio: sent === there ? 1 : Infinity, most: 1 };
}

export function printLines(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    ...[
      line.what,
      line.first,
      line.last,
      line.ratio === 0 ? "too few" : line.ratio.toFixed(2),
      `≤ ${line.most.toFixed(2)}`,
    ],
    isFault(line) ? "✗" : "✓",
  ]);
  return [
    "| | first third, sent | last third, there | ratio | bound | |",
    "|---|--:|--:|--:|--:|---|",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
}

function thirds(list: Timed[], { fromMs, toMs }: Span): [first: Timed[], last: Timed[]] {
  const third = (toMs - fromMs) / 3;
  return [
    list.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + third),
    list.filter(({ atMs }) => atMs >= toMs - third && atMs < toMs),
  ];
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
}
