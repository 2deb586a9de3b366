import type { MemberStore } from "#server/storage/member-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function memberStore(_database: Database): MemberStore {
  return notPortedYet("members");
}
