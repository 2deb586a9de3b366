import type { Problem } from "#server/domain/problem.ts";
import type { FailureChange, RouteChange } from "#server/domain/release/route-changes.ts";
import { isoTime } from "#server/http/iso-time.ts";
import { readWindow } from "#server/domain/rollup/window.ts";
import type { Deploy, SessionCounts } from "#server/storage/releases/release-store.ts";
import { issueJson } from "./issue-json.ts";
import {
  percentileField,
  percentileName,
  slowQuantile,
} from "#server/domain/rollup/percentiles.ts";
import { operationJson } from "./route.ts";
import { rounded, windowJson } from "./route-figures-json.ts";
import type { DataHandler } from "./routes.ts";
import { limitOf, paramsOf } from "./search-params.ts";
import type { AdoptionMeasure } from "#server/read/read-adoption.ts";
import type { ReleaseEntry, ReleaseScope } from "#server/read/read-releases.ts";
import type { ReleaseReading } from "#server/read/read-release.ts";

/**
 * `?query&environment&since&until&cursor&limit`: the latest of each package first. Default: figures
 * of the last 7 days.
 */
export const releaseListData: DataHandler = async ({ services, project }, request) => {
  const params = paramsOf(request);
  const { window, environment } = scopeOf(params, services.now());
  const { entries, measure, next } = await services.readReleases(project, {
    window,
    environment,
    limit: limitOf(params),
    query: params.get("query") ?? "",
    cursor: params.get("cursor") ?? undefined,
  });
  return {
    ...windowJson(window),
    releases: entries.map((entry) => entryJson(entry, measure)),
    next: next ?? null,
  };
};

const noRelease: Problem = { problem: "not-found", detail: "Release not found." };

/** `?environment&since&until`: one release with its details. */
export const releaseData: DataHandler = async ({ services, project }, request) => {
  const scope = scopeOf(paramsOf(request), services.now());
  const reading = await services.readRelease(project, versionOf(request.params.version), scope);
  return reading ? readingJson(reading, scope) : noRelease;
};

/** Joins a version that contains slashes from its path segments. */
const versionOf = (param: string | string[] | undefined): string =>
  Array.isArray(param) ? param.join("/") : String(param);

function scopeOf(params: URLSearchParams, now: number): ReleaseScope {
  const window = readWindow(
    { since: params.get("since") ?? "7d", until: params.get("until") },
    now,
  );
  return { window, environment: params.get("environment") || undefined };
}

const shareJson = ({ part, whole }: { part: number; whole: number }) => ({
  share: whole === 0 ? 0 : rounded(part / whole),
  part,
  whole,
});

function entryJson(entry: ReleaseEntry, measure: AdoptionMeasure) {
  const { release, previous, isLatest, deploys, adoption, sessions, issues, slow } = entry;
  const { version, firstSeen, lastSeen, releasedAt, startedAt, url, ref } = release;
  return {
    version,
    firstSeen: isoTime(firstSeen),
    lastSeen: isoTime(lastSeen),
    releasedAt: isoTime(releasedAt),
    startedAt: isoTime(startedAt),
    url: url ?? null,
    ref: ref ?? null,
    previous: previous?.version ?? null,
    isLatest,
    deploys: deploys.map(deployJson),
    adoption: {
      of: measure,
      ...shareJson(adoption),
      // Null: too little data in the current and the previous hour.
      now: adoption.now ? shareJson(adoption.now) : null,
    },
    sessions: sessions ? sessionsJson(sessions) : null,
    issues: { new: issues.fresh, regressed: issues.regressed, resolved: issues.resolved },
    [percentileField(slowQuantile)]: slow ? rounded(slow.ms) : null,
    // Null: no statistically significant change.
    [`${percentileName(slowQuantile)}Change`]: slow?.change ? rounded(slow.change.by) : null,
  };
}

function sessionsJson({
  sessions,
  crashed,
  errored,
  abnormal,
  users,
  crashedUsers,
}: SessionCounts) {
  return {
    count: sessions,
    crashed,
    errored,
    abnormal,
    crashFree: rounded(1 - crashed / sessions),
    users,
    crashedUsers,
    crashFreeUsers: users === 0 ? null : rounded(1 - crashedUsers / users),
  };
}

function readingJson(reading: ReleaseReading, { window }: ReleaseScope) {
  const { measure, series, issueLists, routes, commits, allDeploys, bundles } = reading;
  return {
    ...windowJson(window),
    ...entryJson(reading, measure),
    deploys: allDeploys.map(deployJson),
    series: series.map(({ at, sessions, crashed, ofAll }) => ({
      at: isoTime(at),
      count: sessions,
      crashed,
      ofAll,
    })),
    issueLists: {
      new: issueLists.fresh.map(issueJson),
      regressed: issueLists.regressed.map(issueJson),
      resolved: issueLists.resolved.map(issueJson),
    },
    routes: {
      compared: routes.compared,
      slower: routes.slower.map(changeJson),
      faster: routes.faster.map(changeJson),
      failsMoreOften: routes.failsMore.map(failureJson),
      failsLessOften: routes.failsLess.map(failureJson),
    },
    commits: commits.map(({ id, message, author, authorEmail, at, repository, files }) => ({
      id,
      message,
      author: author ?? null,
      authorEmail: authorEmail ?? null,
      at: isoTime(at),
      repository: repository ?? null,
      files,
    })),
    artifacts: bundles.map(
      ({ checksum, state, dist, fileCount, byteLength, uploadedBy, uploadedAt }) => ({
        checksum,
        state: state.state,
        reason: state.state === "failed" ? state.reason : null,
        dist: dist ?? null,
        fileCount,
        byteLength,
        uploadedBy,
        uploadedAt: isoTime(uploadedAt),
      }),
    ),
  };
}

const deployJson = ({ environment, name, url, startedAt, finishedAt }: Deploy) => ({
  environment,
  name: name ?? null,
  url: url ?? null,
  startedAt: isoTime(startedAt),
  finishedAt: isoTime(finishedAt),
});

const changeJson = ({ operation, q, beforeMs, afterMs, count }: RouteChange) => ({
  ...operationJson(operation),
  q,
  count,
  beforeMs: rounded(beforeMs),
  afterMs: rounded(afterMs),
});

const failureJson = ({ operation, beforeRate, afterRate, count }: FailureChange) => ({
  ...operationJson(operation),
  count,
  beforeRate: rounded(beforeRate),
  afterRate: rounded(afterRate),
});
