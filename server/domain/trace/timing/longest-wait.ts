import type { AnalyzedTrace } from "./analyze.ts";

/** The span with the longest self time that the trace waited for. */
type LongestWait = { position: number; ms: number };

/** Undefined if no span took time. */
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
