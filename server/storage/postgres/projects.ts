import type { ProjectStore } from "#server/storage/project-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function projectStore(_database: Database): ProjectStore {
  return notPortedYet("projects");
}
