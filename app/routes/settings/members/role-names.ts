import type { ProjectRole } from "#server/domain/people/person.ts";

/** What roles in a project allow, in words (SPEC section 6). */
export const projectRoleNames: { [role in ProjectRole]: string } = {
  viewer: "Viewer: reads and comments",
  developer: "Developer: triages too",
  admin: "Admin: changes settings and members too",
};
