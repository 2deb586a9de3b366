import { feedbackStates } from "#server/domain/feedback/feedback.ts";
import { operationKinds } from "#server/domain/rollup/operation.ts";
import { routeColumns } from "#server/domain/rollup/route-sort.ts";
import { deviceClasses } from "#server/domain/vital/vital.ts";
import { vitalColumns } from "#server/domain/vital/vital-pages.ts";
import { traceSorts } from "#server/storage/traces/trace-store.ts";
import { issueSorts } from "#server/storage/issues/issue-store.ts";
import { findingsAnswer } from "./finding-schemas.ts";
import { issueAnswers } from "./issue-schemas.ts";
import type { Described } from "./operation.ts";
import * as of from "./parameters.ts";
import { projectsAnswer } from "./project-schemas.ts";
import { releaseAnswers } from "./release-schemas.ts";
import { routeAnswers } from "./route-schemas.ts";
import { ref } from "./schema.ts";
import { traceAnswers } from "./trace-schemas.ts";
import { vitalsAnswer } from "./vital-schemas.ts";
import { watchAnswers } from "./watch-schemas.ts";

const routeWindow = of.window("24 hours");
const ofRoute = [...routeWindow, of.environment, of.release];
const paged = [of.cursor, of.limit];

/** The data forms of pages, as routed by `data/routes.ts`. */
export const dataOperations = {
  projects: {
    summary: "List projects with metrics of the last 24 hours",
    description: "Traffic data can be up to five minutes old.",
    answer: projectsAnswer,
  },
  issues: {
    summary: "List issues",
    description: "Includes issues of all states unless the search filters by state.",
    query: [
      of.query("Issues"),
      of.sort(issueSorts, "last-seen"),
      of.environment,
      ...of.anyTime,
      ...paged,
    ],
    answer: issueAnswers.list,
  },
  suggestions: {
    summary: "Complete a word of an issue search",
    query: [of.named("prefix", "The partial word.")],
    answer: issueAnswers.suggestions,
  },
  issue: { summary: "Read an issue", answer: issueAnswers.issue },
  activity: { summary: "Read the activity of an issue", answer: issueAnswers.activity },
  event: {
    summary: "Read an event of an issue",
    description: "Accepts an event ID, latest, oldest, or recommended.",
    answer: ref("Event"),
  },
  feedback: {
    summary: "List user feedback",
    query: [
      of.choice("state", feedbackStates, "One state. Default: all."),
      of.query("Feedback"),
      of.environment,
      ...of.anyTime.slice(0, 1),
      ...paged,
    ],
    answer: issueAnswers.feedback,
  },
  routes: {
    summary: "List routes",
    query: [
      of.query("Routes"),
      ...ofRoute,
      of.service,
      of.kinds(operationKinds),
      of.reversibleSort(routeColumns, "share"),
      of.cursor,
      of.longLimit,
    ],
    answer: routeAnswers.list,
  },
  route: { summary: "Read a route", query: ofRoute, answer: routeAnswers.route },
  compare: {
    summary: "Compare two releases of a route",
    description:
      "Both must be releases of the same package. Default: the latest release and the previous one.",
    query: [
      of.named("from", "The earlier release."),
      of.named("to", "The later release."),
      of.environment,
      ...of.window("30 days"),
    ],
    answer: routeAnswers.compare,
  },
  findings: {
    summary: "Read the suggested fixes and time breakdown of a route",
    query: ofRoute,
    answer: findingsAnswer,
  },
  releases: {
    summary: "List releases",
    query: [of.query("Releases"), of.environment, ...of.window("7 days"), ...paged],
    answer: releaseAnswers.list,
  },
  release: {
    summary: "Read a release",
    query: [of.environment, ...of.window("7 days")],
    answer: releaseAnswers.release,
  },
  monitors: {
    summary: "List cron monitors",
    query: [of.query("Monitors"), ...paged],
    answer: watchAnswers.monitors,
  },
  monitor: {
    summary: "Read a cron monitor and its check-ins",
    query: [of.environment, ...paged],
    answer: watchAnswers.monitor,
  },
  alerts: { summary: "List alert rules", answer: watchAnswers.rules },
  alert: { summary: "Read an alert rule", answer: watchAnswers.rule },
  deliveries: {
    summary: "List deliveries of an alert rule",
    query: paged,
    answer: watchAnswers.deliveries,
  },
  vitals: {
    summary: "List web vitals by page",
    query: [
      ...of.window("7 days"),
      of.environment,
      of.release,
      of.service,
      of.choice("device", deviceClasses, "One device type. Default: all."),
      of.named("route", "One page."),
      of.reversibleSort(vitalColumns, "visits"),
      of.cursor,
      of.longLimit,
    ],
    answer: vitalsAnswer,
  },
  traces: {
    summary: "List traces",
    description:
      "Unlike the page, this list includes interactions without effect, requests for static files, and detached spans. Exclude them with `-is:idle -is:asset -is:detached`.",
    query: [
      of.query("Traces"),
      of.sort(traceSorts, "time"),
      of.environment,
      ...of.anyTime,
      ...paged,
    ],
    answer: traceAnswers.list,
  },
  trace: { summary: "Read a trace", query: [of.raw], answer: traceAnswers.trace },
} as const satisfies { [operation: string]: Described };
