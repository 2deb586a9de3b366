import type { ProjectId } from "#server/domain/ids.ts";
import type { ProjectRole, Scope, Viewer } from "./person.ts";

/** Actions in a project, with the minimum role and token scope. */
const rules = {
  "project:read": { role: "viewer", scopes: ["project:read", "event:read"] },
  "project:leave": { role: "viewer", scopes: ["project:write"] },
  "issue:read": { role: "viewer", scopes: ["event:read", "project:read"] },
  "issue:comment": { role: "viewer", scopes: ["event:write"] },
  "issue:triage": { role: "developer", scopes: ["event:write"] },
  "release:read": { role: "viewer", scopes: ["project:read", "release:write"] },
  /** Uploads, releases, deploys: what build tools do. */
  "release:write": { role: "developer", scopes: ["release:write", "project:write"] },
  /** Settings, keys, members, and the audit log. */
  "project:change": { role: "admin", scopes: ["project:write"] },
} as const satisfies Record<string, { role: ProjectRole; scopes: readonly Scope[] }>;

export type ProjectAct = keyof typeof rules;

/**
 * Who may open a page or call an endpoint. `viewer`: signed in or with a token. `person`: signed
 * in, never with a token, because a token must not create another. `session`: the same, including
 * users who have yet to set up a second factor. `owner`: owners of the instance. Otherwise, those
 * permitted this action in the project.
 */
export type Who = "public" | "viewer" | "person" | "session" | "owner" | ProjectAct;

export const isProjectAct = (who: Who): who is ProjectAct => Object.hasOwn(rules, who);

const rank: Record<ProjectRole, number> = { viewer: 1, developer: 2, admin: 3 };

/** The higher of two roles. */
export function higherRole(a: ProjectRole, b: ProjectRole): ProjectRole {
  return rank[a] >= rank[b] ? a : b;
}

/**
 * True if the viewer may do `act` in the project. Unreadable objects count as missing: answer 404,
 * not 403.
 */
export function may(viewer: Viewer, act: ProjectAct, projectId: ProjectId): boolean {
  const rule = rules[act];
  if (viewer.needsSecondFactor) return false;
  if (!holdsScope(viewer, rule.scopes)) return false;
  if (viewer.user.role === "owner") return true;
  const membership = viewer.memberships.find((each) => each.projectId === projectId);
  return membership !== undefined && rank[membership.role] >= rank[rule.role];
}

/**
 * Whether the viewer, with or without a token, may know that the project exists: a token without
 * the scope is told so (403, not 404).
 */
export function mayKnow(viewer: Viewer, projectId: ProjectId): boolean {
  return may({ ...viewer, scopes: undefined }, "project:read", projectId);
}

/** The message for a viewer who may know of the project but not do `who` there. */
export function refusalSentence(viewer: Viewer, who: Who): string {
  const scope = missingScope(viewer, who);
  if (scope !== undefined) return `The token does not have the scope ${scope}.`;
  if (who === "owner") return "Only an owner of this instance can do that.";
  if (isProjectAct(who)) return "Your role in this project does not allow that.";
  return "An API token can't do that. Sign in instead.";
}

/** Scopes of which the viewer's token lacks one; undefined without a token, or if it has one. */
export function missingScope(viewer: Viewer, who: Who): string | undefined {
  const accepted = isProjectAct(who)
    ? rules[who].scopes
    : who === "owner"
      ? (["org:admin"] as const)
      : [];
  return accepted.length === 0 || holdsScope(viewer, accepted) ? undefined : accepted.join(" or ");
}

/** Scopes of which a token needs one. Write includes read. */
export function scopesOf(act: ProjectAct): Scope[] {
  const accepted: readonly Scope[] = rules[act].scopes;
  const writing = (Object.keys(readBy) as (keyof typeof readBy)[]).filter((scope) =>
    accepted.includes(readBy[scope]),
  );
  return [...new Set([...accepted, ...writing, "org:admin" as const])];
}

/** True if the viewer can create projects and manage the instance. */
export function mayAdminister(viewer: Viewer): boolean {
  return (
    viewer.user.role === "owner" && holdsScope(viewer, ["org:admin"]) && !viewer.needsSecondFactor
  );
}

/** Whether the viewer satisfies `who`. Actions need a project: false without one. */
export function isAmong(viewer: Viewer, who: Who, projectId?: ProjectId): boolean {
  if (isProjectAct(who)) return projectId !== undefined && may(viewer, who, projectId);
  if (who === "owner") return mayAdminister(viewer);
  if (who === "session") return viewer.scopes === undefined;
  if (who === "public") return true;
  return !viewer.needsSecondFactor && (who === "viewer" || viewer.scopes === undefined);
}

function holdsScope({ scopes }: Viewer, accepted: readonly Scope[]): boolean {
  return (
    scopes === undefined ||
    scopes.some((scope) => scope === "org:admin" || includes(scope, accepted))
  );
}

/** Write access includes read access. */
function includes(scope: Scope, accepted: readonly Scope[]): boolean {
  return (
    accepted.includes(scope) ||
    (scope in readBy && accepted.includes(readBy[scope as keyof typeof readBy]))
  );
}

const readBy = { "project:write": "project:read", "event:write": "event:read" } as const;
