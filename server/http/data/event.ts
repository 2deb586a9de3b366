import type { Attachment } from "#server/domain/attachment/attachment.ts";
import { type ErrorEvent, type Exception, happenedAt } from "#server/domain/event/error-event.ts";
import { type EventId, parseEventId, parseTraceId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import { keptDaysOf, missingEvent } from "#server/domain/retention/gone.ts";
import { type AskedProject, findIssue } from "./asked.ts";
import { feedbackJson } from "./feedback.ts";
import type { ContentOf, DataHandler } from "./routes.ts";
import { isoTime } from "#server/http/iso-time.ts";
import type { EventView } from "#server/read/read-event.ts";

export const eventData = (async (asked, request) => {
  const issue = await findIssue(asked, request);
  if (isProblem(issue)) return issue;
  const which = readWhich(String(request.params.event));
  const view = which && (await asked.services.readEvent(issue, which));
  if (!view) return whyMissing(asked, issue);
  const { eventId, receivedAt } = view.event;
  const of = { projectId: asked.project.id, eventId, receivedAt, at: happenedAt(view.event) };
  const traceId = parseTraceId(view.event.traceId);
  const [attachments, feedback, traceSpanCount] = await Promise.all([
    asked.services.store.attachments.list(of),
    asked.services.store.feedback.aboutEvent(asked.project.id, eventId),
    traceId ? asked.services.store.traces.spanCount(asked.project.id, traceId) : 0,
  ]);
  return {
    ...eventJson(view),
    traceSpanCount,
    attachments: attachments.map((attachment) => attachmentJson(asked.project.slug, attachment)),
    feedback: feedback.map(feedbackJson),
  };
}) satisfies DataHandler;

export type EventContent = ContentOf<typeof eventData>;

/** `path` returns the file itself. */
function attachmentJson(
  slug: string,
  { id, eventId, name, contentType, kind, byteLength }: Attachment,
) {
  const path = `/${slug}/events/${eventId}/attachments/${id}`;
  return { id: String(id), name, contentType, attachmentType: kind, size: byteLength, path };
}

async function whyMissing({ services, project }: AskedProject, issue: Issue): Promise<Problem> {
  const keptDays = keptDaysOf(await services.store.retention.limits(), project.settings);
  return { problem: "not-found", detail: missingEvent(issue, keptDays, services.now()) };
}

function readWhich(name: string): EventId | "latest" | "oldest" | "recommended" | undefined {
  return name === "latest" || name === "oldest" || name === "recommended"
    ? name
    : parseEventId(name);
}

/**
 * An event in its data form: exceptions outermost first, frames innermost first, times in ISO 8601
 * UTC.
 */
function eventJson({ event, raw, grouping, older, newer }: EventView) {
  return {
    eventId: event.eventId,
    receivedAt: new Date(event.receivedAt).toISOString(),
    timestamp: new Date(event.timestamp).toISOString(),
    type: event.type,
    level: event.level,
    platform: event.platform,
    message: event.message ?? null,
    exceptions: event.exceptions.map(exceptionJson),
    breadcrumbs: event.breadcrumbs.map((crumb) => ({
      ...crumb,
      timestamp: isoTime(crumb.timestamp),
    })),
    request: event.request ?? null,
    user: event.user ?? null,
    tags: Object.fromEntries(event.tags),
    contexts: event.contexts,
    extra: event.extra,
    release: event.release ?? null,
    environment: event.environment ?? null,
    transaction: event.transaction ?? null,
    sdk: event.sdk ?? null,
    fingerprint: event.fingerprint ?? null,
    grouping: { algorithm: grouping.algorithm, hash: grouping.hash, basis: grouping.basis },
    notes: event.notes,
    traceId: event.traceId ?? null,
    spanId: event.spanId ?? null,
    older: older ?? null,
    newer: newer ?? null,
    raw: JSON.parse(raw) as ErrorEvent["extra"],
  };
}

function exceptionJson({ type, value, module, mechanism, frames, framesOmitted }: Exception) {
  return {
    type: type ?? null,
    value: value ?? null,
    module: module ?? null,
    mechanism: mechanism ?? null,
    framesOmitted: framesOmitted ?? 0,
    frames: frames.map((frame) => ({
      function: frame.function ?? null,
      module: frame.module ?? null,
      file: frame.file ?? frame.absPath ?? null,
      line: frame.line ?? null,
      column: frame.column ?? null,
      inApp: frame.inApp,
      context: frame.context ?? null,
      vars: frame.vars ?? null,
      mapped: frame.mapped ?? false,
      minified: frame.minified ?? null,
      unmapped: frame.unmapped ?? null,
    })),
  };
}
