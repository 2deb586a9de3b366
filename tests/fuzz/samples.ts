import { readSession, recordedSessions } from "#tests/harness/data/recorded.ts";

/** Data of real clients, if the sample folder exists; optional. */
export function recordedBodies(sessions: RegExp, path: RegExp): Buffer[] {
  return recordedSessions
    .filter((name) => sessions.test(name))
    .flatMap((name) => [...readSession(name)])
    .filter(
      ({ request }) => path.test(request.url) && request.headers["content-encoding"] === undefined,
    )
    .map(({ body }) => body)
    .filter(({ length }) => length > 0);
}
