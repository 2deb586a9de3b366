import { type AlertCondition, routeMeasures } from "./rule.ts";

/** An alert trigger, for the first step of creating a rule. */
export type Template = { title: string; says: string; when: AlertCondition };

const hour = 60;

export const templates: { readonly [kind in AlertCondition["kind"]]: Template } = {
  "issue-new": {
    title: "New issues",
    says: "A new issue is created.",
    when: { kind: "issue-new" },
  },
  "issue-regressed": {
    title: "Regressions",
    says: "A resolved issue regresses.",
    when: { kind: "issue-regressed" },
  },
  "issue-escalated": {
    title: "Escalations",
    says: "An ignored issue reaches its threshold.",
    when: { kind: "issue-escalated" },
  },
  frequency: {
    title: "Error frequency",
    says: "Events or users exceed a threshold, per issue or per project.",
    when: { kind: "frequency", of: "issue", measure: "events", moreThan: 100, windowMinutes: hour },
  },
  spike: {
    title: "Error spike",
    says: "Errors exceed the usual rate for this time of day. No threshold needed.",
    when: { kind: "spike", of: "project", factor: 3 },
  },
  route: {
    title: "Slow or failing route",
    says: `${routeMeasures.slice(0, -1).join(", ")}, or failure rate of a route exceeds a threshold.`,
    when: { kind: "route", measure: "p95", route: "", over: 1_000, windowMinutes: hour },
  },
  vital: {
    title: "Slow page",
    says: "A web vital exceeds a threshold at p75.",
    when: { kind: "vital", vital: "lcp", page: "", over: 2_500, windowMinutes: 6 * hour },
  },
  "check-in": {
    title: "Cron monitors",
    says: "A monitor misses a check-in, fails, or recovers.",
    when: { kind: "check-in", monitor: "" },
  },
  release: {
    title: "New releases",
    says: "A release sends its first data.",
    when: { kind: "release" },
  },
};

export type ConditionKind = AlertCondition["kind"];
export const conditionKinds = Object.keys(templates) as ConditionKind[];
export const isConditionKind = (text: unknown): text is ConditionKind =>
  typeof text === "string" && Object.hasOwn(templates, text);

/** Rules of a new project. */
export const defaultKinds = ["issue-new", "issue-regressed"] as const satisfies ConditionKind[];
export const defaultMostPerHour = 20;
