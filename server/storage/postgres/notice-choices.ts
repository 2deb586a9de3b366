import type { NoticeChoiceStore } from "#server/storage/notice-choice-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function noticeChoiceStore(_database: Database): NoticeChoiceStore {
  return notPortedYet("noticeChoices");
}
