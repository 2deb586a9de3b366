import type { AnalyzedTrace } from "./analyze.ts";

/** Self time of one service's spans in milliseconds: without waits for others. */
export type ServiceTime = { service: string; selfMs: number };

/**
 * In the order of first start, like their colors. Parallel work counts twice: it is work, not the
 * trace's duration.
 */
export function serviceTimes({ tree, selfMs, services }: AnalyzedTrace): ServiceTime[] {
  const times = new Map(services.map((service) => [service, 0]));
  for (const { span, position } of tree.nodes)
    times.set(span.service, times.get(span.service)! + selfMs[position]!);
  return [...times].map(([service, ms]) => ({ service, selfMs: Math.round(ms * 1e3) / 1e3 }));
}
