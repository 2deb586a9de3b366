import { type FailureReport, isSameFailure } from "#server/domain/event/same-failure.ts";
import type { DigestEvent } from "./digest-event.ts";

/**
 * What failed in the traces of late: an error that an SDK reported comes again with its span,
 * seconds later.
 */
export type RecentFailures = { open(): FailureBatch };

export type FailureBatch = {
  /**
   * Those made of spans and log records that tell again what another event of their trace tells. Of
   * one failure the event of an SDK is kept, else one with a stack. An SDK's own event is never one
   * of these: its id is known to users.
   */
  toldAgain(events: readonly DigestEvent[]): Set<DigestEvent>;
  /** To be called once the batch is stored: it may come again. */
  remember(): void;
};

/** Traces; as many before them are known as well. */
const mostTraces = 10_000;
const mostOfTrace = 20;

export function createRecentFailures(most: number = mostTraces): RecentFailures {
  let older = new Map<string, FailureReport[]>();
  let younger = new Map<string, FailureReport[]>();

  function store(told: ReadonlyMap<string, FailureReport[]>): void {
    for (const [trace, reports] of told) younger.set(trace, reports);
    if (younger.size >= most) [older, younger] = [younger, new Map()];
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

/** Notes what the event reports; true where another reported it before. */
function isToldAgain(event: DigestEvent, reportsOf: (trace: string) => FailureReport[]): boolean {
  const { projectId, traceId, failure } = event;
  if (!failure || traceId === undefined) return false;
  const reports = reportsOf(`${projectId} ${traceId}`);
  if (failure.isDerived && reports.some((each) => isSameFailure(each, failure))) return true;
  if (reports.length < mostOfTrace) reports.push(failure);
  return false;
}

/** The best event of a failure first. */
const byWorth = (events: readonly DigestEvent[]): DigestEvent[] =>
  events.some(({ failure }) => failure?.isDerived)
    ? events.toSorted((a, b) => worthOf(b) - worthOf(a))
    : [...events];

const worthOf = ({ failure }: DigestEvent): number =>
  failure === undefined ? 0 : (failure.isDerived ? 0 : 2) + (failure.hasStack ? 1 : 0);
