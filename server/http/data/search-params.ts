import { readTime } from "#server/domain/search/time-range.ts";
import type { Address } from "./asked.ts";

const pageSize = 50;
const pageSizeMax = 200;

/** Common list parameters besides the query. */
type ListScope = { environment?: string; cursor?: string; since?: number; until?: number };

export const paramsOf = (request: Address): URLSearchParams =>
  new URL(request.url, "http://here.invalid").searchParams;

export function limitOf(params: URLSearchParams): number {
  const asked = Number(params.get("limit"));
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, pageSizeMax) : pageSize;
}

export function scopeOf(params: URLSearchParams, now: number): ListScope {
  const environment = params.get("environment");
  const cursor = params.get("cursor");
  const since = readTime(params.get("since"), now);
  const until = readTime(params.get("until"), now);
  return {
    ...(environment ? { environment } : {}),
    ...(cursor ? { cursor } : {}),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  };
}

const rowsMost = 1_000;

/** A page of a fully sorted list. Its cursor is the number of preceding rows. */
export function pageOf(params: URLSearchParams): { from: number; limit: number } {
  const [from, limit] = [Number(params.get("cursor")), Number(params.get("limit"))];
  return {
    from: Number.isInteger(from) && from > 0 ? from : 0,
    limit: Number.isInteger(limit) && limit > 0 ? Math.min(limit, rowsMost) : rowsMost,
  };
}

export const nextOf = (
  { from, limit }: { from: number; limit: number },
  total: number,
): string | null => (from + limit < total ? String(from + limit) : null);
