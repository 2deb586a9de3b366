import type { Database } from "#server/storage/database.ts";
import { alertStore } from "./alerts.ts";
import { deliveryStore } from "./deliveries.ts";
import { noticeChoiceStore } from "./notice-choices.ts";
import { noticeStore } from "./notices.ts";

/**
 * From a rule to a delivery: one SQL for both engines. `process`: a name that no other process has.
 */
export const alertStores = (database: Database, process: string) => ({
  alerts: alertStore(database),
  notices: noticeStore(database),
  noticeChoices: noticeChoiceStore(database),
  deliveries: deliveryStore(database, process),
});
