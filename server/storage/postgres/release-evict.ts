import type { ReleaseStore } from "#server/storage/releases/release-store.ts";
import { allProjects } from "./all-projects.ts";
import type { Query } from "./database.ts";

// A project's rows lie by time; without the projects there would be nothing to seek by.
const hours = "DELETE FROM release_hours WHERE project_id = ANY($1::bigint[]) AND hour < $2";
const users = "DELETE FROM release_users WHERE project_id = ANY($1::bigint[]) AND day < $2";
const heard = "DELETE FROM sessions_heard WHERE project_id = ANY($1::bigint[]) AND heard_at < $2";

export function evictHealth(query: Query): ReleaseStore["evictHealth"] {
  return async (before, heardBefore) => {
    const projects = await allProjects(query);
    const [gone] = await Promise.all([
      Promise.all([hours, users].map((statement) => query(statement, projects, before))),
      query(heard, projects, heardBefore),
    ]);
    return gone.reduce((sum, { count }) => sum + count, 0);
  };
}
