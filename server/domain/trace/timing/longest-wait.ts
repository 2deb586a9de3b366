import type { AnalyzedTrace } from "./analyze.ts";

/** The span that the trace waited for longest, itself and not what is below it. */
export type LongestWait = { position: number; ms: number };

/** Undefined where nothing took time. */
export function longestWait({
  critical,
}: Pick<AnalyzedTrace, "critical">): LongestWait | undefined {
  let longest: LongestWait | undefined;
  for (const [position, segments] of critical) {
    const ms = segments.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
    if (ms > (longest?.ms ?? 0)) longest = { position, ms };
  }
  return longest;
}
