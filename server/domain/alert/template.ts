import type { AlertCondition } from "./rule.ts";

/** What one may want to be told, as the first step of making a rule asks it. */
export type Template = { title: string; says: string; when: AlertCondition };

const hour = 60;

export const templates: { readonly [kind in AlertCondition["kind"]]: Template } = {
  "issue-new": { title: "New issues", says: "Something breaks that never broke before.", when: { kind: "issue-new" } },
  "issue-regressed": {
    title: "Regressions",
    says: "What was resolved happens again.",
    when: { kind: "issue-regressed" },
  },
  "issue-escalated": {
    title: "Escalations",
    says: "An ignored issue reaches the count, the users or the time until which it was ignored.",
    when: { kind: "issue-escalated" },
  },
  frequency: {
    title: "Many errors",
    says: "More events or users than you allow within a window, of one issue or the whole project.",
    when: { kind: "frequency", of: "issue", measure: "events", moreThan: 100, windowMinutes: hour },
  },
  spike: {
    title: "Unusually many errors",
    says: "Clearly more than the same hours of the past week had; you set no number.",
    when: { kind: "spike", of: "project", factor: 3 },
  },
  route: {
    title: "A route gets slow or fails",
    says: "p95 or failure rate of a route is over a budget.",
    when: { kind: "route", measure: "p95", route: "", over: 1_000, windowMinutes: hour },
  },
  vital: {
    title: "A page feels slow",
    says: "The 75th percentile of a web vital is over a budget.",
    when: { kind: "vital", vital: "lcp", page: "", over: 2_500, windowMinutes: 6 * hour },
  },
  "check-in": {
    title: "Cron monitors",
    says: "A job does not check in, is late or fails, and when it is well again.",
    when: { kind: "check-in", monitor: "" },
  },
  release: {
    title: "New releases",
    says: "The first telemetry of a release comes in.",
    when: { kind: "release" },
  },
};

export type ConditionKind = AlertCondition["kind"];
export const conditionKinds = Object.keys(templates) as ConditionKind[];
export const isConditionKind = (text: unknown): text is ConditionKind =>
  typeof text === "string" && Object.hasOwn(templates, text);

/** What every project begins with. */
export const defaultKinds = ["issue-new", "issue-regressed"] as const satisfies ConditionKind[];
export const defaultMostPerHour = 20;
