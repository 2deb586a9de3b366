import type { Counted } from "./synthetic-load.ts";

/** Expected values of a route's page, calculated from every span. */
export type ExactFigures = {
  count: number;
  failureRate: number;
  p50Ms: number;
  p75Ms: number;
  p95Ms: number;
  p99Ms: number;
};

/** Keyed by `kind service route`. */
export function exactFigures(counted: Counted[]): Map<string, ExactFigures> {
  const groups = Map.groupBy(counted, ({ kind, service, route }) => `${kind} ${service} ${route}`);
  return new Map([...groups].map(([key, spans]) => [key, figuresOf(spans)]));
}

function figuresOf(spans: Counted[]): ExactFigures {
  const durations = spans.map(({ durationMs }) => durationMs).toSorted((a, b) => a - b);
  // Nearest rank.
  const quantile = (q: number) => durations[Math.max(1, Math.ceil(q * durations.length)) - 1]!;
  return {
    count: spans.length,
    failureRate: spans.filter(({ failed }) => failed).length / spans.length,
    p50Ms: quantile(0.5),
    p75Ms: quantile(0.75),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
  };
}
