import {
  percentileField,
  percentileName,
  slowQuantile,
} from "#server/domain/rollup/percentiles.ts";
import { windowSchema } from "./route-schemas.ts";
import {
  flag,
  integer,
  joined,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  ref,
  type Schema,
  share,
  text,
  time,
} from "./schema.ts";

const deploy = object({
  environment: text(),
  name: nullable(text()),
  url: nullable(text()),
  startedAt: nullable(time()),
  finishedAt: time(),
});

const sessions = object({
  count: integer(),
  crashed: integer(),
  errored: integer(),
  abnormal: integer(),
  crashFree: share(),
  users: integer(),
  crashedUsers: integer(),
  crashFreeUsers: nullable(share()),
});

const shareOf = { share: share(), part: integer(), whole: integer() };

const release = object({
  version: text(),
  firstSeen: time(),
  lastSeen: time(),
  releasedAt: nullable(time()),
  startedAt: nullable(time()),

  url: nullable(text()),
  ref: nullable(text()),
  previous: nullable(text("Previous release of the same package.")),
  isLatest: flag("True for the latest release of its package, as in release:latest."),
  deploys: listOf(deploy),
  adoption: {
    ...object({
      of: oneOf(["sessions", "requests"]),
      ...shareOf,
      now: nullable(object(shareOf)),
    }),
    description:
      "For the last 24 hours, and now: in the current and the previous hour, or null with too little data.",
  },
  sessions: nullable(sessions),
  issues: object({
    new: integer(),
    regressed: integer(),
    resolved: integer("Resolved in this release and not reopened since."),
  }),
  [percentileField(slowQuantile)]: nullable(number()),
  [`${percentileName(slowQuantile)}Change`]: nullable(
    number("A fraction; null if not statistically significant."),
  ),
});

const changed = (more: Schema): Schema =>
  listOf(
    joined(
      object({
        id: integer(),
        route: text(),
        method: nullable(text("HTTP method of requests.")),
        service: text(),
        kind: text(),
        count: integer(),
      }),
      more,
    ),
  );
const latency = changed(object({ q: number(), beforeMs: number(), afterMs: number() }));
const failures = changed(object({ beforeRate: share(), afterRate: share() }));
const issues = listOf(ref("Issue"));

const detail = joined(
  windowSchema,
  release,
  object({
    series: listOf(object({ at: time(), count: integer(), crashed: integer(), ofAll: integer() })),
    issueLists: object({ new: issues, regressed: issues, resolved: issues }),
    routes: object({
      compared: integer("Number of routes with enough requests in both releases."),
      slower: latency,
      faster: latency,
      failsMoreOften: failures,
      failsLessOften: failures,
    }),
    commits: listOf(
      object({
        id: text(),
        message: text(),
        author: nullable(text()),
        authorEmail: nullable(text()),
        at: nullable(time()),
        repository: nullable(text()),
        files: listOf(text()),
      }),
    ),
    artifacts: listOf(
      object({
        checksum: text(),
        state: text(),
        reason: nullable(text()),
        dist: nullable(text()),
        fileCount: integer(),
        byteLength: integer(),
        uploadedBy: text(),
        uploadedAt: time(),
      }),
    ),
  }),
);

export const releaseSchemas = { Release: release };
export const releaseAnswers = {
  list: joined(
    windowSchema,
    object({ releases: listOf(ref("Release")), next: nullable(text("Cursor of the next page.")) }),
  ),
  release: detail,
};
