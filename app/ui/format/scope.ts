import { readTime } from "#server/domain/search/time-range.ts";

/** The environment and time-range filter that all tabs of a project keep in the URL. */
export type Scope = {
  environment?: string;
  /** As the URL says it: one of `ranges`, or whatever else `readTime` understands. */
  since?: string;
};

/** The ranges that the menu offers. */
export const ranges: { [since: string]: string } = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  "90d": "Last 90 days",
  "365d": "Last year",
};

export function scopeOf(search: string | URLSearchParams): Scope {
  const params = new URLSearchParams(search);
  return {
    environment: params.get("environment") || undefined,
    since: params.get("since") || undefined,
  };
}

/** The query string that a link to another tab keeps. */
export function keptSearch(search: string | URLSearchParams): string {
  const { environment, since } = scopeOf(search);
  const kept = new URLSearchParams();
  if (environment) kept.set("environment", environment);
  if (since) kept.set("since", since);
  return kept.toString();
}

/**
 * Milliseconds since 1970 at which the range begins; undefined without a range that can be read.
 */
export function startOf({ since }: Scope, nowMs: number): number | undefined {
  return readTime(since ?? null, nowMs);
}
