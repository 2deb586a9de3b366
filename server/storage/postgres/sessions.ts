import type { SessionStore } from "#server/storage/access-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function sessionStore(_database: Database): SessionStore {
  return notPortedYet("sessions");
}
