import type { ProjectRole } from "#server/domain/people/person.ts";

/** What roles in a project allow, in words (SPEC section 6). */
export const projectRoleNames: { [role in ProjectRole]: string } = {
  viewer: "Viewer: read and comment",
  developer: "Developer: also triage",
  admin: "Admin: also manage settings and members",
};
