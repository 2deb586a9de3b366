import type { NoticeStore } from "#server/storage/notice-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function noticeStore(_database: Database): NoticeStore {
  return notPortedYet("notices");
}
