import { dayMs } from "#server/domain/time.ts";
import { utcDayOf } from "#server/domain/project/quota.ts";
import type { Admitted, AdmittedItem, Limited } from "#server/ingest/request.ts";
import type { Quotas } from "./quotas.ts";
import type { RateLimits } from "./rate-limits.ts";

type LimitDeps = {
  rates: RateLimits;
  quotas: Quotas;
  /** The item's category and its quantity in outcomes (ingest/limited.ts). */
  categoryOf: (item: AdmittedItem) => string | undefined;
  quantityOf: (item: AdmittedItem) => number;
};

/** A client told to wait until midnight would not notice a quota raised at noon. */
const longestWaitS = 60;

type Load = { units: number; quantity: number };

/**
 * Categories of an admitted request over a limit: the key's rate limit first, then the project's
 * daily quota.
 */
export function ingestLimits({ rates, quotas, categoryOf, quantityOf }: LimitDeps) {
  return async ({
    sender: { key, project },
    items,
    receipt: { receivedAt },
  }: Admitted): Promise<Limited[]> => {
    const limited: Limited[] = [];
    if (key.eventsPerMinute === undefined && Object.keys(project.settings.quotas).length === 0)
      return limited;
    for (const [category, { units, quantity }] of loads(items)) {
      const waitS = rates.take(key, category, units, receivedAt);
      if (waitS !== undefined) limited.push(overRate(category, waitS, key.eventsPerMinute!));
      else if (!(await quotas.take(project, category, quantity, receivedAt)))
        limited.push(overQuota(category, receivedAt));
    }
    return limited;
  };

  /** For rate limits, all spans of a trace in one request count as one event. */
  function loads(items: AdmittedItem[]): Map<string, Load> {
    const found = new Map<string, Load>();
    for (const item of items) {
      const category = categoryOf(item);
      if (category === undefined) continue;
      const { units, quantity } = found.get(category) ?? { units: 0, quantity: 0 };
      const parts = item.kind === "spans" ? item.parts.length : 1;
      found.set(category, { units: units + parts, quantity: quantity + quantityOf(item) });
    }
    return found;
  }
}

const counts = new Intl.NumberFormat("en-US");

function overRate(category: string, retryAfterS: number, perMinute: number): Limited {
  const sentence = `This key exceeds its limit of ${counts.format(perMinute)} events per minute.`;
  return { category, reason: "rate limit", scope: "key", retryAfterS, sentence };
}

function overQuota(category: string, at: number): Limited {
  const untilMidnightS = Math.ceil((utcDayOf(at) + dayMs - at) / 1000);
  const sentence = "The project's daily quota is used up until midnight UTC.";
  const retryAfterS = Math.max(1, Math.min(untilMidnightS, longestWaitS));
  return { category, reason: "quota", scope: "project", retryAfterS, sentence };
}
