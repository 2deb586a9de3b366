import type { PeopleStore } from "#server/storage/people-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function peopleStore(_database: Database): PeopleStore {
  return notPortedYet("people");
}
