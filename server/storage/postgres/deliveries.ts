import type { DeliveryStore } from "#server/storage/delivery-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function deliveryStore(_database: Database): DeliveryStore {
  return notPortedYet("deliveries");
}
