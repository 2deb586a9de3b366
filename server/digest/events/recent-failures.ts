import { type FailureReport, isSameFailure } from "#server/domain/event/same-failure.ts";
import type { DigestEvent } from "./digest-event.ts";

/**
 * Recent failures by trace. An error that an SDK reported arrives again with its span, seconds
 * later.
 */
export type RecentFailures = { open(): FailureBatch };

export type FailureBatch = {
  /**
   * Events from spans and log records that repeat a failure of another event in their trace. The
   * SDK's event is kept if there is one, otherwise one with a stack. An SDK's event is never among
   * these, because users know its ID.
   */
  toldAgain(events: readonly DigestEvent[]): Set<DigestEvent>;
  /** Call after the batch is stored: a failed batch is tried again. */
  remember(): void;
};

/** Number of traces; up to as many older ones are known as well. */
const mostTraces = 10_000;
const mostOfTrace = 20;

export function createRecentFailures(): RecentFailures {
  let older = new Map<string, FailureReport[]>();
  let younger = new Map<string, FailureReport[]>();

  function store(told: ReadonlyMap<string, FailureReport[]>): void {
    for (const [trace, reports] of told) younger.set(trace, reports);
    if (younger.size >= mostTraces) [older, younger] = [younger, new Map()];
  }

  return {
    open() {
      const told = new Map<string, FailureReport[]>();
      const reportsOf = (trace: string) => {
        const known = told.get(trace) ?? [...(younger.get(trace) ?? older.get(trace) ?? [])];
        told.set(trace, known);
        return known;
      };
      return {
        toldAgain: (events) =>
          new Set(byWorth(events).filter((event) => isToldAgain(event, reportsOf))),
        remember: () => store(told),
      };
    },
  };
}

/** Records the event's failure. Returns true if another event already reported it. */
function isToldAgain(event: DigestEvent, reportsOf: (trace: string) => FailureReport[]): boolean {
  const { projectId, traceId, failure } = event;
  if (!failure || traceId === undefined) return false;
  const reports = reportsOf(`${projectId} ${traceId}`);
  if (failure.isDerived && reports.some((each) => isSameFailure(each, failure))) return true;
  if (reports.length < mostOfTrace) reports.push(failure);
  return false;
}

/** Sorts the best event of each failure first. */
const byWorth = (events: readonly DigestEvent[]): DigestEvent[] =>
  events.some(({ failure }) => failure?.isDerived)
    ? events.toSorted((a, b) => worthOf(b) - worthOf(a))
    : [...events];

const worthOf = ({ failure }: DigestEvent): number =>
  failure === undefined ? 0 : (failure.isDerived ? 0 : 2) + (failure.hasStack ? 1 : 0);
