import type { LoggedAct } from "#server/domain/issue/activity.ts";
import type { Adoption } from "#server/domain/release/adoption.ts";
import type { MonitorIncident } from "#server/domain/monitor/incident.ts";

/** Activity on a project's overview. `shortIds`: one action on several issues is one entry. */
export type OverviewActivity = { at: number } & (
  | { kind: "issue"; what: LoggedAct["what"]["kind"]; by: string; shortIds: string[] }
  | { kind: "deploy"; version: string; environment: string; commits: number; adoption?: Adoption }
  | {
      kind: "monitor";
      what: MonitorIncident["what"];
      slug: string;
      name: string;
      environment: string;
    }
  | { kind: "alert"; ruleId: number; name: string; isFiring: boolean }
);

/**
 * Listed changes of state. New issues are in a separate table, and comments are sent to
 * subscribers.
 */
export const notifiedKinds = ["regressed", "resolved", "ignored", "reopened", "woken"] as const;

/** Actions of one person on several issues within this time are one entry. */
const togetherMs = 60_000;

type NamedAct = LoggedAct & { shortId: string };

/** Actions newest first, with related ones joined. */
export function issueActivity(acts: readonly NamedAct[]): OverviewActivity[] {
  const told: Extract<OverviewActivity, { kind: "issue" }>[] = [];
  for (const { at, what, byName, by, shortId } of acts) {
    const who = by.kind === "system" ? "" : (byName ?? "A former user");
    const last = told.at(-1);
    const isSame =
      last &&
      last.what === what.kind &&
      last.by === who &&
      who !== "" &&
      last.at - at <= togetherMs;
    if (!isSame) told.push({ kind: "issue", at, what: what.kind, by: who, shortIds: [shortId] });
    else if (!last.shortIds.includes(shortId)) last.shortIds.push(shortId);
  }
  return told;
}
