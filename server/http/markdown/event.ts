import type { EventContent } from "#server/http/data/event.ts";
import type { EventPage } from "./forms.ts";
import { writeStack } from "./stack.ts";
import {
  code,
  cut,
  facts,
  fenced,
  inLine,
  linkTo,
  list,
  paragraphs,
  type Site,
  words,
} from "./written.ts";

type Crumb = EventContent["breadcrumbs"][number];

const most = { breadcrumbs: 20, tags: 40, value: 2000, notes: 5 };

export function writeEvent({ issue, ...event }: EventPage, site: Site): string {
  const page = `/${site.project}/issues/${issue.shortId}/events/${event.eventId}`;
  return paragraphs(
    `# ${issue.shortId}: ${words(issue.title)}`,
    facts([
      ["Event", `${event.eventId} ${linkTo(site, page)}`],
      ["Issue", linkTo(site, `/${site.project}/issues/${issue.shortId}`)],
      ["Older", event.older],
      ["Newer", event.newer],
    ]),
    writeEventParts(event, site).trimEnd(),
  );
}

/** An event's details below a heading of level one or two. */
export function writeEventParts(event: EventContent, site: Site): string {
  return paragraphs(
    writeFacts(event, site),
    event.message !== null && `### Message\n\n${fenced(cut(event.message, most.value))}`,
    ...event.exceptions.map((exception) => writeException(exception)),
    event.breadcrumbs.length > 0 &&
      `### Breadcrumbs, newest last\n\n${writeBreadcrumbs(event.breadcrumbs)}`,
    event.tags &&
      Object.keys(event.tags).length > 0 &&
      `### Event tags\n\n${list(Object.entries(event.tags), most.tags, tagLine)}`,
    event.notes.length > 0 &&
      `### Modified during ingestion\n\n${list(event.notes, most.notes, ({ path, detail }) => `${code(path)}: ${words(detail)}`)}`,
  ).trimEnd();
}

function writeFacts(
  { request, user, traceId, traceSpanCount, ...event }: EventContent,
  site: Site,
): string {
  return facts([
    ["Time", event.timestamp],
    ["Level", event.level],
    ["Release", event.release && code(event.release)],
    ["Environment", event.environment && code(event.environment)],
    ["Transaction", event.transaction && code(event.transaction)],
    ["Request", request && code([request.method, request.url].filter(Boolean).join(" "))],
    ["User", user && code(user.id ?? user.email ?? user.username ?? user.ip ?? "unknown")],
    ["SDK", event.sdk && code(`${event.sdk.name} ${event.sdk.version}`)],
    ["Trace", traceId && writeTraceOf(traceId, traceSpanCount, site)],
  ]);
}

/** SDKs send a trace ID without a trace if tracing is off or the trace is sampled out. */
const writeTraceOf = (traceId: string, spanCount: number, site: Site): string =>
  spanCount > 0
    ? linkTo(site, `/${site.project}/traces/${traceId}`)
    : `${code(traceId)}, no spans received`;

function writeException({
  type,
  value,
  mechanism,
  ...stack
}: EventContent["exceptions"][number]): string {
  const caught = mechanism?.handled === false ? "\n\nUnhandled." : "";
  const said = value ? `\n\n${fenced(cut(value, most.value))}` : "";
  return `### Exception ${words(type ?? "without a type")}${said}${caught}\n\n${writeStack(stack)}`;
}

function writeBreadcrumbs(crumbs: Crumb[]): string {
  const left = Math.max(0, crumbs.length - most.breadcrumbs);
  const lines = crumbs.slice(left).map(breadcrumbLine);
  return fenced([...(left > 0 ? [`(${left} more before)`] : []), ...lines].join("\n"));
}

function breadcrumbLine({ timestamp, category, type, level, message, data }: Crumb): string {
  const said = [message, data && Object.keys(data).length > 0 && JSON.stringify(data)]
    .filter(Boolean)
    .join(" ");
  const kind = [category ?? type ?? "default", level !== "info" && level].filter(Boolean).join(" ");
  return `${timestamp?.slice(11, 23) ?? "            "}  ${inLine(kind)}  ${inLine(said)}`;
}

const tagLine = ([key, value]: [string, string]): string => `${code(key)}: ${code(value)}`;
