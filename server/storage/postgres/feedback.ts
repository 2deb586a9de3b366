import type { FeedbackStore } from "#server/storage/feedback-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function feedbackStore(_database: Database): FeedbackStore {
  return notPortedYet("feedback");
}
