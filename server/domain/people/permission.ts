import type { ProjectId } from "#server/domain/ids.ts";
import type { ProjectRole, Scope, Viewer } from "./person.ts";

/** What can be done in a project, and the least role and token scope that may (SPEC section 6). */
const rules = {
  "project:read": { role: "viewer", scopes: ["project:read", "event:read"] },
  "project:leave": { role: "viewer", scopes: ["project:write"] },
  "issue:read": { role: "viewer", scopes: ["event:read", "project:read"] },
  "issue:comment": { role: "viewer", scopes: ["event:write"] },
  "issue:triage": { role: "developer", scopes: ["event:write"] },
  "release:read": { role: "viewer", scopes: ["project:read", "release:write"] },
  /** Uploads, releases, deploys: what build tools do. */
  "release:write": { role: "developer", scopes: ["release:write", "project:write"] },
  /** Settings, keys, members, and who changed them. */
  "project:change": { role: "admin", scopes: ["project:write"] },
} as const satisfies Record<string, { role: ProjectRole; scopes: readonly Scope[] }>;

export type ProjectAct = keyof typeof rules;

/**
 * Whom a page or call is for. `viewer`: who has signed in or sends a token. `person`: who has
 * signed in, never a token: a token must not make another one. `session`: the same, and who has yet
 * to prove a second factor. `owner`: owners of the instance. Otherwise who may do that act in the
 * project.
 */
export type Who = "public" | "viewer" | "person" | "session" | "owner" | ProjectAct;

export const isProjectAct = (who: Who): who is ProjectAct => Object.hasOwn(rules, who);

const rank: Record<ProjectRole, number> = { viewer: 1, developer: 2, admin: 3 };

/** The one of two roles that may do more. */
export function higherRole(a: ProjectRole, b: ProjectRole): ProjectRole {
  return rank[a] >= rank[b] ? a : b;
}

/**
 * True when the viewer may do `act` in the project. What one may not read does not exist: answer
 * 404, not 403.
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
 * Whether the viewer, token or not, may learn that the project exists: a token without the scope is
 * told so (403, not 404).
 */
export function mayKnow(viewer: Viewer, projectId: ProjectId): boolean {
  return may({ ...viewer, scopes: undefined }, "project:read", projectId);
}

/** What to say to a viewer who may know of the project and may not do `who` there. */
export function refusalSentence(viewer: Viewer, who: Who): string {
  const scope = missingScope(viewer, who);
  if (scope !== undefined) return `The token does not have the scope ${scope}.`;
  if (who === "owner") return "Only an owner of this instance can do that.";
  if (isProjectAct(who)) return "Your role in this project does not allow that.";
  return "An API token can't do that. Sign in instead.";
}

/**
 * The scopes of which the viewer's token needs one; undefined without a token, and where it has one
 * of them.
 */
export function missingScope(viewer: Viewer, who: Who): string | undefined {
  const accepted = isProjectAct(who)
    ? rules[who].scopes
    : who === "owner"
      ? (["org:admin"] as const)
      : [];
  return accepted.length === 0 || holdsScope(viewer, accepted) ? undefined : accepted.join(" or ");
}

/** The scopes of which a token needs one to do it. Writing includes reading. */
export function scopesOf(act: ProjectAct): Scope[] {
  const accepted: readonly Scope[] = rules[act].scopes;
  const writing = (Object.keys(readBy) as (keyof typeof readBy)[]).filter((scope) =>
    accepted.includes(readBy[scope]),
  );
  return [...new Set([...accepted, ...writing, "org:admin" as const])];
}

/** True when the viewer may make projects and manage the instance. */
export function mayAdminister(viewer: Viewer): boolean {
  return (
    viewer.user.role === "owner" && holdsScope(viewer, ["org:admin"]) && !viewer.needsSecondFactor
  );
}

/**
 * Whether the viewer belongs to those that `who` means. Acts are asked of a project: false without
 * one.
 */
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

/** Who may write may read what they write to. */
function includes(scope: Scope, accepted: readonly Scope[]): boolean {
  return (
    accepted.includes(scope) ||
    (scope in readBy && accepted.includes(readBy[scope as keyof typeof readBy]))
  );
}

const readBy = { "project:write": "project:read", "event:write": "event:read" } as const;
