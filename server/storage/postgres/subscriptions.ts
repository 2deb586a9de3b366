import type { SubscriptionStore } from "#server/storage/discussion-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function subscriptionStore(_database: Database): SubscriptionStore {
  return notPortedYet("subscriptions");
}
