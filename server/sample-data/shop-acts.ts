import { comment } from "#server/commands/comments.ts";
import { triage } from "#server/commands/triage.ts";
import { forever } from "#server/domain/alert/rule.ts";
import { overBudgetNotice } from "#server/domain/alert/budget-notice.ts";
import { templates } from "#server/domain/alert/template.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { TriageAct } from "#server/domain/issue/act.ts";
import type { User, Viewer } from "#server/domain/people/person.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import { hourMs, resolvedHours } from "./shop-calendar.ts";
import { shopErrors } from "./shop-errors.ts";

/** The developers' actions in the week. `people` are assignees; the first performs all actions. */
export type ActDeps = {
  store: Store;
  project: Project;
  now: number;
  viewer: Viewer;
  people: User[];
};

/** Before the last release causes a regression. */
export const resolveCart = (deps: ActDeps): Promise<void> =>
  act(deps, "cart", resolvedHours, { intent: "resolve-in", release: "web@2.4.0" });

export async function triageWeek(deps: ActDeps): Promise<void> {
  const { people } = deps;
  const [first, second = first, third = first] = people;
  await act(deps, "rate-limit", 61, { intent: "resolve" });
  await act(deps, "suggest-500", 80, { intent: "resolve-in", release: "web@2.4.0" });
  await act(deps, "suggestions", 30, { intent: "ignore", until: { kind: "forever" } });
  await act(deps, "currency", 26, { intent: "assign", to: first!.id });
  await act(deps, "timeout", 3, { intent: "assign", to: second!.id });
  await act(deps, "hydration", 2, { intent: "assign", to: third!.id });
  await say(
    deps,
    "cart",
    1.6,
    "Sessions from before 2.4 have no `cart`. 84d2b6f renamed the field without a fallback.",
  );
  await say(
    deps,
    "timeout",
    1.1,
    "The row locks wait for each other since stock is reserved first. Rolling back would help.",
  );
}

/**
 * Muted: sample data sends no notifications. The first has triggered since the last release: its
 * notice is stored, and dropped instead of sent.
 */
export async function makeRules({ store, project, now }: ActDeps): Promise<void> {
  const { alerts } = store;
  const base = {
    projectId: project.id,
    filter: "",
    environment: "production",
    pace: { mostPerHour: 20 },
  };
  const rule = {
    ...base,
    channels: [{ kind: "mail-members" as const }],
    createdAt: now,
    since: now,
  };
  const { route, over, windowMinutes } = slowCheckout;
  const slow = await alerts.create({
    ...rule,
    name: `Checkout slower than ${over} ms`,
    when: { kind: "route", ...slowCheckout },
  });
  await alerts.create({ ...rule, name: "Nightly jobs", when: templates["check-in"].when });
  await alerts.create({ ...rule, name: "Error spike", when: templates.spike.when });
  await muteRules(alerts, project);
  const notice = overBudgetNotice(
    {
      kind: "route",
      project,
      what: `p95 of ${route} (document)`,
      value: "632 ms",
      budget: `${over} ms`,
      samples: 20,
      windowMinutes,
      environment: base.environment,
      page: { text: "View routes", path: `/${project.slug}/routes` },
    },
    false,
  );
  const to = { kind: "rule" as const, ruleId: slow.id };
  const at = now - 2 * hourMs;
  const told = { key: `rule:${slow.id}:sample`, at, projectId: project.id, to, notice };
  await alerts.record({ notices: [told], firings: [] });
}

/** A day has more requests than a rule needs; an hour does not. */
const slowCheckout = {
  measure: "p95",
  route: "/checkout",
  over: 500,
  windowMinutes: 1_440,
} as const;

export async function muteRules(alerts: Store["alerts"], { id }: Project): Promise<void> {
  for (const { lastFiredAt: _, firing: __, ...rule } of await alerts.list(id))
    await alerts.change({ ...rule, mutedUntil: forever });
}

async function act(
  { store, project, now, viewer }: ActDeps,
  name: string,
  hours: number,
  act: TriageAct,
): Promise<void> {
  const issue = await issueOf(store, project, name);
  if (issue)
    await triage({ store, now: () => now - hours * hourMs }, viewer, project, [issue.id], act);
}

async function say(
  { store, project, now, viewer }: ActDeps,
  name: string,
  hours: number,
  text: string,
): Promise<void> {
  const issue = await issueOf(store, project, name);
  if (issue) await comment({ store, now: () => now - hours * hourMs }, viewer, issue, text);
}

async function issueOf(
  { issues }: Store,
  { id }: Project,
  name: string,
): Promise<Issue | undefined> {
  const { type, value } = shopErrors.find((error) => error.name === name)!;
  const { rows } = await issues.list({
    projectId: id,
    query: { states: [], levels: [], words: [] },
    sort: "last-seen",
    limit: 50,
  });
  return rows.find((issue) => issue.type === type && issue.value === value);
}
