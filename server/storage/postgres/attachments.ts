import type { AttachmentStore } from "#server/storage/attachment-store.ts";
import type { Database } from "./database.ts";
import type { Days } from "./days.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function attachmentStore(_database: Database, _days: Days): AttachmentStore {
  return notPortedYet("attachments");
}
