import type { InvitationStore } from "#server/storage/access-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function invitationStore(_database: Database): InvitationStore {
  return notPortedYet("invitations");
}
