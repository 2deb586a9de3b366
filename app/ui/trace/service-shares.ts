import type { ServiceTime } from "#server/domain/trace/timing/service-times.ts";

/** A service's share of a trace's work, in percent. */
export type ServiceShare = [service: string, percent: number];

/**
 * As a string, in the order of the services' colors: the router's data format needs an index per
 * list entry.
 */
export function packTimes(times: readonly ServiceTime[]): string {
  const all = times.reduce((sum, { selfMs }) => sum + selfMs, 0);
  const shares = times.map(({ service, selfMs }): ServiceShare => {
    return [service, all > 0 ? Math.round((1e3 * selfMs) / all) / 10 : 0];
  });
  return JSON.stringify(shares);
}

export const unpackTimes = (packed: string): ServiceShare[] => JSON.parse(packed) as ServiceShare[];

/** `browser 20%, web 60%, stock 20%`: 100% in total; the largest gets the rounding difference. */
export function sharesSentence(shares: readonly ServiceShare[]): string {
  const rounded = shares.map(([, percent]) => Math.round(percent));
  const isWhole = Math.round(sumOf(shares.map(([, percent]) => percent))) === 100;
  const largest = rounded.indexOf(Math.max(...rounded));
  if (isWhole && largest >= 0) rounded[largest]! += 100 - sumOf(rounded);
  return shares
    .map(([service, percent], at) => `${service} ${percent < 1 ? "<1" : rounded[at]}%`)
    .join(", ");
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
