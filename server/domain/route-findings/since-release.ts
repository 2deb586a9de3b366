import { compareShares } from "#server/domain/rollup/compare/compare-shares.ts";
import type { RepeatFinding } from "./repeat-findings.ts";
import { repeatedQueries } from "./repeated-queries.ts";
import type { SampledRequest } from "./sampled-request.ts";
import type { SerialFinding } from "./serial-findings.ts";
import { serialRuns } from "./serial-runs.ts";

/** Analyzed requests of one release. */
export type RequestsOfRelease = { release: string; requests: SampledRequest[] };

/** What is needed to find a pattern again in other requests. */
type Pattern = Pick<SerialFinding, "within" | "names"> | Pick<RepeatFinding, "service" | "label">;

/**
 * The release with which a pattern began. Only if that is sure: every newer release has it, the
 * release before has not a single case, and that is statistically significant.
 *
 * @param releases Of one package, newest first, without gaps.
 */
export function sinceRelease(
  pattern: Pattern,
  releases: readonly RequestsOfRelease[],
): string | undefined {
  const shares = releases.map(({ requests }) => shareOf(pattern, requests));
  const before = shares.findIndex(({ part }) => part === 0);
  const [first, since] = [shares[before - 1], releases[before - 1]];
  if (!first || !since) return undefined;
  // Without recorded calls, nothing could have been found.
  const comparable = releases[before]!.requests.filter(hasCalls).length;
  const verdict = compareShares({ part: 0, whole: comparable }, first);
  return verdict === "more-often" ? since.release : undefined;
}

/** Whether any of the requests has the pattern, or a similar one. */
export const occursIn = (pattern: Pattern, requests: readonly SampledRequest[]): boolean =>
  requests.some((request) => has(pattern, request));

const shareOf = (pattern: Pattern, requests: readonly SampledRequest[]) => ({
  part: requests.filter((request) => has(pattern, request)).length,
  whole: requests.length,
});

const hasCalls = ({ calls }: SampledRequest): boolean => calls.some((call) => call !== undefined);

/** A run of two of the calls counts: a third one that joined them is not the whole of the cause. */
function has(pattern: Pattern, request: SampledRequest): boolean {
  if ("label" in pattern)
    return repeatedQueries(request).some(
      ({ service, label }) => service === pattern.service && label === pattern.label,
    );
  const names = new Set(pattern.names);
  return serialRuns(request).some(
    (run) =>
      run.members[0]!.parent!.span.name === pattern.within &&
      run.names.filter((name) => names.has(name)).length >= Math.min(2, names.size),
  );
}
