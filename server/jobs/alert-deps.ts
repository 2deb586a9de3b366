import type { AlertRule } from "#server/domain/alert/rule.ts";
import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import type { EventId, IssueId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import type { EventSummary, IssueSpan } from "#server/storage/events/event-store.ts";
import type { Store } from "#server/storage/store.ts";

/** Dependencies of rule evaluation. */
export type AlertDeps = {
  store: Pick<
    Store,
    "alerts" | "issues" | "monitors" | "notices" | "projects" | "rollups" | "traffic"
  >;
  readEvent: (
    issue: IssueSpan,
    which: EventId | "latest",
  ) => Promise<{ event: ErrorEvent; summary: EventSummary } | undefined>;
  /** Whether this instance sends email. */
  mailIsOn: boolean;
  now: () => number;
};

/** Rules that can notify: not muted, with a working channel. */
export async function rulesInUse({ store, mailIsOn, now }: AlertDeps): Promise<AlertRule[]> {
  const rules = await store.alerts.active(now());
  return rules.filter(({ channels }) =>
    channels.some(({ kind }) => mailIsOn || (kind !== "mail" && kind !== "mail-members")),
  );
}

const listedMost = 200;

/** The issues that match the rule's filter and environment. An invalid filter matches none. */
export async function matching(
  store: Pick<Store, "issues">,
  { projectId, filter, environment }: AlertRule,
  ids: IssueId[],
): Promise<Issue[]> {
  const parsed = parseIssueQuery(filter);
  if ("problem" in parsed) return [];
  const issues: Issue[] = [];
  for (let from = 0; from < ids.length; from += listedMost) {
    const { rows } = await store.issues.list({
      projectId,
      query: parsed.query,
      sort: "last-seen",
      limit: listedMost,
      ids: ids.slice(from, from + listedMost),
      ...(environment !== "" && { environment }),
    });
    issues.push(...rows);
  }
  return issues;
}
