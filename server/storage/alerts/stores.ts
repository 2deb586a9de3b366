import type { Database } from "#server/storage/database.ts";
import { alertStore } from "./alerts.ts";
import { deliveryStore } from "./deliveries.ts";
import { noticeChoiceStore } from "./notice-choices.ts";
import { noticeStore } from "./notices.ts";

/** Stores from rule to delivery: one SQL for both engines. `process`: a unique process name. */
export const alertStores = (database: Database, process: string) => ({
  alerts: alertStore(database),
  notices: noticeStore(database),
  noticeChoices: noticeChoiceStore(database),
  deliveries: deliveryStore(database, process),
});
