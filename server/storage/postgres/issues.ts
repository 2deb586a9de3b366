import type { IssueStore } from "#server/storage/store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function issueStore(_database: Database): IssueStore {
  return notPortedYet("issues");
}
