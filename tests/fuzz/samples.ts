import { readSession, recordedSessions } from "#tests/harness/recorded.ts";

/** What real clients sent, where the sample folder is there; nothing else depends on it. */
export function recordedBodies(sessions: RegExp, path: RegExp): Buffer[] {
  return recordedSessions
    .filter((name) => sessions.test(name))
    .flatMap((name) => [...readSession(name)])
    .filter(({ request }) => path.test(request.url) && request.headers["content-encoding"] === undefined)
    .map(({ body }) => body)
    .filter(({ length }) => length > 0);
}
