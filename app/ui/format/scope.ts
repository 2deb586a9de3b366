import { readTime } from "#server/domain/search/time-range.ts";

/** The environment and time range that all tabs of a project keep in the URL. */
export type Scope = {
  environment?: string;
  /** As in the URL: one of `ranges`, or any other value that `readTime` accepts. */
  since?: string;
};

/** The ranges in the menu. */
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

/** The query string that links to other tabs keep. */
export function keptSearch(search: string | URLSearchParams): string {
  const { environment, since } = scopeOf(search);
  const kept = new URLSearchParams();
  if (environment) kept.set("environment", environment);
  if (since) kept.set("since", since);
  return kept.toString();
}

/** Start of the range in milliseconds since 1970; undefined without a valid range. */
export function startOf({ since }: Scope, nowMs: number): number | undefined {
  return readTime(since ?? null, nowMs);
}
