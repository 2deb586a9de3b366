import type { Scope } from "#server/domain/people/person.ts";

/** What each scope lets a token do, where its owner may. */
export const scopeWords: { [scope in Scope]: string } = {
  "project:read": "read projects, issues, events, and traces",
  "project:write": "also change a project’s settings and members",
  "event:read": "read issues, events, and traces",
  "event:write": "also resolve, ignore, assign, and comment on issues",
  "release:write": "create releases and upload source maps",
  "org:admin": "everything an owner of this instance can do",
};
