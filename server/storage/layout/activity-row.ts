import type { IssueId, UserId } from "#server/domain/ids.ts";
import type { Activity, ActivityKind, LoggedAct } from "#server/domain/issue/activity.ts";
import type { Actor } from "#server/domain/issue/state.ts";

export type ActivityRow = {
  id: number;
  issue_id: number;
  at: number;
  user_id: number | null;
  former: number;
  what: string;
};

/** `name` is who did it, `to_name` whom it was assigned to. */
export type NamedActivityRow = ActivityRow & { name: string | null; to_name: string | null };

export function namedActivityOf(row: NamedActivityRow): LoggedAct {
  const { id, name, to_name } = row;
  return {
    ...activityOf(row),
    ...(name !== null && { byName: name }),
    id,
    ...(to_name !== null && { toName: to_name }),
  };
}

export function activityOf(row: ActivityRow): Activity {
  return {
    issueId: row.issue_id as IssueId,
    at: row.at,
    by: actorOf(row),
    what: JSON.parse(row.what) as ActivityKind,
  };
}

function actorOf({ user_id, former }: ActivityRow): Actor {
  if (user_id !== null) return { kind: "user", id: user_id as UserId };
  return former === 1 ? { kind: "former-user" } : { kind: "system" };
}
