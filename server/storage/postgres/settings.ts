import type { SettingStore } from "#server/storage/store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function settingStore(_database: Database): SettingStore {
  return notPortedYet("settings");
}
