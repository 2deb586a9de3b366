import type { ErrorEvent, Frame, RequestInfo } from "#server/domain/event/error-event.ts";
import { valueWithoutPeople } from "./without-people.ts";

/** What of an event strangers may see. */
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
 * What is named here is shared and nothing else: what events learn to bring later stays private
 * until it is named here. No user, headers, cookies, bodies, variables or contexts; what is left
 * has lost mail and IP addresses.
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

/** Names of tags that tell about people, or about what runs inside. */
const isPersonal =
  /user|mail|phone|(?:^|[._-])(?:ip|name|server_name|session|cookie|token|auth\w*|query)(?:$|[._-])|^(?:server_name|url)$/i;

/**
 * Without what ran in it, and without remarks that only who may see the project can do something
 * about.
 */
function sharedFrame(frame: Frame): Frame {
  const { vars: _, unmapped: _reason, ...shared } = frame;
  return shared;
}
