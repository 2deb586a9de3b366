import type { CommentStore } from "#server/storage/discussion-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function commentStore(_database: Database): CommentStore {
  return notPortedYet("comments");
}
