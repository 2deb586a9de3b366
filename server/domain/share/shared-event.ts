import type { ErrorEvent, Frame, RequestInfo } from "#server/domain/event/error-event.ts";
import { valueWithoutPeople } from "./without-people.ts";

/** The public part of an event. */
export type SharedEvent = Pick<
  ErrorEvent,
  | "eventId"
  | "timestamp"
  | "level"
  | "platform"
  | "message"
  | "exceptions"
  | "threads"
  | "csp"
  | "breadcrumbs"
  | "tags"
> & { request?: Pick<RequestInfo, "method" | "url"> };

/**
 * An allowlist: fields added to events later stay private until they are named here. Excludes user,
 * headers, cookies, bodies, variables, and contexts; the rest is stripped of email and IP
 * addresses.
 */
export function sharedEvent(event: ErrorEvent): SharedEvent {
  const {
    eventId,
    timestamp,
    level,
    platform,
    message,
    exceptions,
    threads,
    csp,
    breadcrumbs,
    tags,
    request,
  } = event;
  const texts = valueWithoutPeople({
    message,
    csp,
    breadcrumbs,
    tags: tags.filter(([key]) => !isPersonal.test(key)),
    exceptions: exceptions.map((exception) => ({
      ...exception,
      frames: exception.frames.map(sharedFrame),
    })),
    threads: threads.map((thread) => ({ ...thread, frames: thread.frames.map(sharedFrame) })),
    ...(request && {
      request: { method: request.method, url: request.url?.replace(/[?#].*$/s, "") },
    }),
  });
  return { eventId, timestamp, level, platform, ...texts };
}

/** Names of tags about people or internals. */
const isPersonal =
  /user|mail|phone|(?:^|[._-])(?:ip|name|server_name|session|cookie|token|auth\w*|query)(?:$|[._-])|^(?:server_name|url)$/i;

/** Without the executed code, and without remarks that only members can act on. */
function sharedFrame(frame: Frame): Frame {
  const { vars: _, unmapped: _reason, ...shared } = frame;
  return shared;
}
