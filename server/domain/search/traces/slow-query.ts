const secondMs = 1_000;
/** Without requests to compare with. */
const usualSlowMs = secondMs;

/**
 * The search for slow traces: longer than 95% of a project's requests. Two digits, so that the
 * search reads well and stays the same while traffic does.
 */
export function slowQuery(p95Ms: number | undefined): string {
  const ms = Number((p95Ms || usualSlowMs).toPrecision(2));
  return `duration:>${ms < secondMs ? `${ms}ms` : `${ms / secondMs}s`}`;
}

/** Whether a search consists of a lower limit of durations only, as `slowQuery` writes it. */
export const isSlowQuery = (query: string): boolean => /^duration:>[\d.]+m?s$/.test(query.trim());
