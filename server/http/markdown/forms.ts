import { adviceOn } from "#server/domain/route-findings/advice.ts";
import { findIn } from "#server/domain/route-findings/find.ts";
import { sampledRequest } from "#server/domain/route-findings/sampled-request.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { AnalyzedTrace } from "#server/domain/trace/timing/analyze.ts";
import { activityData } from "#server/http/data/activity.ts";
import type { Address } from "#server/http/data/asked.ts";
import { eventData } from "#server/http/data/event.ts";
import { issueData } from "#server/http/data/issue.ts";
import { issueListData } from "#server/http/data/issue-list.ts";
import { routeData } from "#server/http/data/route.ts";
import { routeFindingsData } from "#server/http/data/route-findings.ts";
import { routeListData } from "#server/http/data/routes-list.ts";
import type { ContentOf, DataHandler } from "#server/http/data/routes.ts";
import { readAnalyzed, traceContent } from "#server/http/data/trace.ts";
import { traceListData } from "#server/http/data/traces.ts";
import { writeEvent } from "./event.ts";
import { writeIssue, writeIssueList } from "./issue.ts";
import { writeRoute, writeRouteList } from "./route.ts";
import { writeTrace, writeTraceList } from "./trace.ts";
import type { Site } from "./written.ts";

export type WrittenPath = `/:project/${string}.md`;

/** A page's `.json` content and how it is rendered. */
export type MarkdownForm = { read: DataHandler; write: (content: object, site: Site) => string };

/** Connects a reader with its renderer: a form accepts only its own reader's content. */
function form<Reader extends DataHandler>(
  read: Reader,
  write: (content: ContentOf<Reader>, site: Site) => string,
): MarkdownForm {
  return { read, write: (content, site) => write(content as ContentOf<Reader>, site) };
}

/** Like the issue's page, this includes an event and the discussion. */
const issuePage = (async (asked, { params, url }: Address) => {
  const issue = await issueData(asked, { params, url });
  if (isProblem(issue)) return issue;
  const [event, activity] = await Promise.all([
    eventData(asked, { params: { ...params, event: "recommended" }, url }),
    activityData(asked, { params, url }),
  ]);
  const said = isProblem(activity)
    ? []
    : activity.activity.filter(({ comment }) => comment !== null && !comment.deleted);
  return { ...issue, event: isProblem(event) ? null : event, comments: said };
}) satisfies DataHandler;

const eventPage = (async (asked, address: Address) => {
  const [issue, event] = await Promise.all([issueData(asked, address), eventData(asked, address)]);
  if (isProblem(issue)) return issue;
  return isProblem(event) ? event : { ...event, issue };
}) satisfies DataHandler;

/** With recommendations, as the route's page shows for many traces. */
const tracePage = (async (asked, address: Address) => {
  const read = await readAnalyzed(asked, address);
  if (isProblem(read)) return read;
  const content = await traceContent(asked, read);
  return {
    ...content,
    root: read.summary.root,
    advice: adviceOnTrace(read.trace),
  };
}) satisfies DataHandler;

const routePage = (async (asked, address: Address) => {
  const [route, findings] = await Promise.all([
    routeData(asked, address),
    routeFindingsData(asked, address),
  ]);
  if (isProblem(route)) return route;
  return { ...route, findings: isProblem(findings) ? null : findings };
}) satisfies DataHandler;

/** For larger traces, computing savings takes longer than reading the response. */
const mostSpans = 5_000;

function adviceOnTrace(trace: AnalyzedTrace): string | null {
  const [root] = trace.tree.nodes;
  if (!root || trace.tree.nodes.length > mostSpans) return null;
  const request = sampledRequest(trace, root.span.spanId);
  return request ? adviceOn(findIn([request])) : null;
}

export type IssuePage = ContentOf<typeof issuePage>;
export type EventPage = ContentOf<typeof eventPage>;
export type TracePage = ContentOf<typeof tracePage>;
export type RoutePage = ContentOf<typeof routePage>;

export const markdownForms = {
  issues: form(issueListData, writeIssueList),
  issue: form(issuePage, writeIssue),
  event: form(eventPage, writeEvent),
  routes: form(routeListData, writeRouteList),
  route: form(routePage, writeRoute),
  traces: form(traceListData, writeTraceList),
  trace: form(tracePage, writeTrace),
} as const;
