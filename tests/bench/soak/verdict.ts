import type { Latencies, Timed } from "./timed.ts";
import { calibration, eventLoop, type Usage } from "./watchers.ts";

/**
 * A line of the table: values of the first and last third, or sent and stored counts. `beside` is
 * the ratio in units of the machine's own time. A fault needs both ratios.
 */
export type Line = {
  what: string;
  first: string;
  last: string;
  ratio: number;
  beside?: number;
  most: number;
};

export type Span = { fromMs: number; toMs: number };

/** Tolerates random medians: leaks and growth with stored data exceed it within minutes. */
const maxSlowdown = 2;
const maxDelay = 2.5;
/**
 * A ratio of CPU time, which barely depends on other work and shows slowness caused by our own
 * load.
 */
const maxWorkRatio = 1.6;
/** A ratio of resident memory from the first third to the last: caches fill up and stop. */
const maxMemoryRatio = 1.35;
/** A smaller median of a page is noise. */
const floorMs = 4;
/** With fewer per third, one slow moment would be the median. */
const minSamples = 5;
/** Period around a moment in which machine samples count. */
const aroundMs = 1_500;

export const isFault = ({ ratio, beside = ratio, most }: Line): boolean =>
  !(Math.min(ratio, beside) <= most);

export function latencyLines(latencies: Latencies, span: Span): Line[] {
  const { answers, works } = calibration;
  return [...latencies].map(([what, list]) => {
    const parts = thirds(list, span);
    const [first, last] = parts.map(medianOf);
    const about = {
      what: `${what}, median`,
      first: `${first!.toFixed(1)} ms`,
      last: `${last!.toFixed(1)} ms`,
    };
    if (parts.some(({ length }) => length < minSamples))
      return { ...about, ratio: 0, most: Infinity };
    if (what === answers || what === works)
      return { ...about, ratio: last! / first!, most: Infinity };
    const ratio = Math.max(last!, floorMs) / Math.max(first!, floorMs);
    const isLoop = what === eventLoop;
    const machine = latencies.get(isLoop ? answers : works) ?? [];
    const beside = besideMachine(parts, machine);
    return {
      ...about,
      ratio,
      ...(beside !== undefined && { beside }),
      most: isLoop ? maxDelay : maxSlowdown,
    };
  });
}

function besideMachine(parts: Timed[][], machine: Timed[]): number | undefined {
  if (machine.length === 0) return undefined;
  const [first, last] = parts.map((part) =>
    medianOf(part.map(({ atMs, ms }) => ({ atMs, ms: ms / tookAt(machine, atMs) }))),
  );
  return last! / first!;
}

/** The median around a moment, or of all samples if there are none. */
function tookAt(machine: Timed[], atMs: number): number {
  const near = machine.filter((each) => Math.abs(each.atMs - atMs) <= aroundMs);
  return medianOf(near.length > 0 ? near : machine);
}

/** The server's total CPU time per answered page. */
export function workLine(usage: Usage[], span: Span): Line {
  const [first, last] = thirds(usage, span).map((third) => {
    const [from, to] = [third[0]!, third.at(-1)!];
    return (to.cpuMs - from.cpuMs) / (to.pages - from.pages);
  });
  return {
    what: "processor time a page, all else included",
    first: `${first!.toFixed(1)} ms`,
    last: `${last!.toFixed(1)} ms`,
    ratio: last! / first!,
    most: maxWorkRatio,
  };
}

/** `samples` are in MiB. */
export function memoryLine(samples: Timed[], span: Span): Line {
  const [first, last] = thirds(samples, span).map(medianOf);
  return {
    what: "resident memory, median",
    first: `${first!.toFixed(0)} MiB`,
    last: `${last!.toFixed(0)} MiB`,
    ratio: last! / first!,
    most: maxMemoryRatio,
  };
}

/** Acknowledged items must not be missing or duplicated. */
export function countLine(what: string, sent: number, there: number): Line {
  return {
    what,
    first: String(sent),
    last: String(there),
    ratio: sent === there ? 1 : Infinity,
    most: 1,
  };
}

export function printLines(lines: readonly Line[]): string {
  const rows = lines.map((line) => [
    line.what,
    line.first,
    line.last,
    line.ratio === 0 ? "too few" : line.ratio.toFixed(2),
    line.beside?.toFixed(2) ?? "",
    line.most === Infinity ? "" : `≤ ${line.most.toFixed(2)}`,
    isFault(line) ? "✗" : "✓",
  ]);
  return [
    "| | first third, sent | last third, there | ratio | beside the machine | bound | |",
    "|---|--:|--:|--:|--:|--:|---|",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n");
}

function thirds<Sample extends { atMs: number }>(
  list: Sample[],
  { fromMs, toMs }: Span,
): [Sample[], Sample[]] {
  const third = (toMs - fromMs) / 3;
  return [
    list.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + third),
    list.filter(({ atMs }) => atMs >= toMs - third && atMs < toMs),
  ];
}

function medianOf(list: Timed[]): number {
  const sorted = list.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN;
}
