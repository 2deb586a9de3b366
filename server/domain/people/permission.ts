import type { ProjectId } from "#server/domain/ids.ts";
import type { ProjectRole, Scope, Viewer } from "./person.ts";

/** What can be done to a project, and the least role and token scope that may (SPEC section 6). */
const rules = {
  "project:read": { role: "viewer", scopes: ["project:read", "event:read"] },
  "issue:read": { role: "viewer", scopes: ["event:read", "project:read"] },
  "issue:triage": { role: "developer", scopes: ["event:write"] },
  "project:change": { role: "admin", scopes: ["project:write"] },
} as const satisfies Record<string, { role: ProjectRole; scopes: readonly Scope[] }>;

export type ProjectAct = keyof typeof rules;

const rank: Record<ProjectRole, number> = { viewer: 1, developer: 2, admin: 3 };

/** True when the viewer may do `act` in the project. What one may not read does not exist: answer 404, not 403. */
export function may(viewer: Viewer, act: ProjectAct, projectId: ProjectId): boolean {
  const rule = rules[act];
  if (!holdsScope(viewer, rule.scopes)) return false;
  if (viewer.user.role === "owner") return true;
  const membership = viewer.memberships.find((each) => each.projectId === projectId);
  return membership !== undefined && rank[membership.role] >= rank[rule.role];
}

/** True when the viewer may make projects and manage the instance. */
export function mayAdminister(viewer: Viewer): boolean {
  return viewer.user.role === "owner" && holdsScope(viewer, ["org:admin"]);
}

function holdsScope(viewer: Viewer, accepted: readonly Scope[]): boolean {
  return (
    viewer.scopes === undefined || viewer.scopes.some((scope) => scope === "org:admin" || accepted.includes(scope))
  );
}
