import { type IssueStory, oneLine } from "#server/domain/alert/issue-notice.ts";
import type { AlertCondition, AlertRule } from "#server/domain/alert/rule.ts";
import { fewestInSpike, spikeAt, spikeHours, usualAt } from "#server/domain/alert/spike.ts";
import {
  countedMost,
  frequencyNotice,
  spikeNotice,
  type NoticeContext,
} from "#server/domain/alert/traffic-notice.ts";
import { counted, grouped } from "#server/domain/count.ts";
import type { IssueId } from "#server/domain/ids.ts";
import { type Issue, issueTitle } from "#server/domain/issue/issue.ts";
import { hourMs, hourOf } from "#server/domain/time.ts";
import type { Notice } from "#server/domain/notice/notice.ts";
import type { Project } from "#server/domain/project/project.ts";
import { type AlertDeps, matching } from "./alert-deps.ts";
import type { FiringsBySubject, Reading, Readings } from "./alert-readings.ts";

const minuteMs = 60_000;
/** The busiest ones that are examined. */
const candidates = 200;
const shownWithin = { moreThan: 0, limit: 10 };
/** If a rule matches only some issues, at most this many are summed up for the project. */
const wholeProject = 2_000;

export type Watching<Kind extends AlertCondition["kind"]> = {
  parts: AlertDeps;
  rule: AlertRule;
  when: Extract<AlertCondition, { kind: Kind }>;
  project: Project;
  firings: FiringsBySubject;
  /** Also includes the busiest subjects below the threshold, so that pages show the distance. */
  within?: boolean;
};

const inEnvironment = ({ environment }: AlertRule) => (environment === "" ? {} : { environment });
const subjectOf = (issue: Issue) => `issue:${issue.id}`;

/**
 * Hourly counters identify the issues that can have reached the threshold. Only those are counted
 * to the minute, and only up to the threshold.
 */
export async function readFrequency(watching: Watching<"frequency">): Promise<Readings> {
  const { parts, rule, when, project } = watching;
  const { traffic } = parts.store;
  const since = Math.max(parts.now() - when.windowMinutes * minuteMs, rule.since);
  const { of, measure, moreThan } = when;
  const ofIssues = watching.within ? shownWithin : { moreThan, limit: candidates };
  const bounds = of === "issue" ? ofIssues : { moreThan: 0, limit: wholeProject };
  const busy = await traffic.busyIssues({
    projectId: rule.projectId,
    ...inEnvironment(rule),
    since,
    ...bounds,
  });
  const issues = await watched(
    parts,
    rule,
    busy.map(({ issueId }) => issueId),
  );
  const asked = {
    projectId: rule.projectId,
    measure,
    since,
    most: countedMost + 1,
    ...inEnvironment(rule),
  };
  const readings: Reading[] = [];
  const read = async (subject: string, issueIds: IssueId[], issue?: Issue) => {
    const count = issueIds.length === 0 ? 0 : await traffic.count({ ...asked, issueIds });
    const notice = (telling: NoticeContext) => frequencyNotice(when, count, telling);
    const shown = {
      value: counted(count, measure.slice(0, -1)),
      amount: count,
      ...placeOf(project, issue),
    };
    readings.push({
      subject,
      isTrue: count > moreThan,
      ...shown,
      notice: told(parts, project, issue, notice),
    });
  };
  if (of === "project")
    await read(
      "project",
      issues.map(({ id }) => id),
    );
  else
    for (const issue of issues)
      if (watching.within || couldHave(issue, when))
        await read(subjectOf(issue), [issue.id], issue);
  return { readings, absent: false, settleMs: when.windowMinutes * minuteMs };
}

/** An issue that never had that many users can't have them in the window. */
const couldHave = (issue: Issue, { measure, moreThan }: Watching<"frequency">["when"]): boolean =>
  measure === "events" || issue.userCount > moreThan;

/**
 * Compares the current hour with the week before. While a spike is reported, the previous hour
 * counts as well.
 */
export async function readSpikes(watching: Watching<"spike">): Promise<Readings> {
  const { parts, rule, when } = watching;
  const settled = { absent: false, settleMs: hourMs } as const;
  // Skips an hour that began before the rule.
  if (hourOf(parts.now()) < rule.since) return { readings: [], ...settled };
  const read = when.of === "project" ? readProjectSpike(watching) : readIssueSpikes(watching);
  return { readings: await read, ...settled };
}

async function readProjectSpike({
  parts,
  rule,
  when,
  project,
  firings,
}: Watching<"spike">): Promise<Reading[]> {
  const window = { until: parts.now(), hours: spikeHours + 1, ...inEnvironment(rule) };
  const hours = await parts.store.traffic.hours(rule.projectId, window);
  const spike = spikeIn(hours, {
    when,
    from: project.createdAt,
    now: parts.now(),
    isFiring: firings.has("project"),
  });
  const notice = (telling: NoticeContext) => spikeNotice(when, spike!, telling);
  const shown = { ...hourWords(hours, project.createdAt, parts.now()), ...placeOf(project) };
  return [
    {
      subject: "project",
      isTrue: spike !== undefined,
      ...shown,
      notice: told(parts, project, undefined, notice),
    },
  ];
}

async function readIssueSpikes({
  parts,
  rule,
  when,
  project,
  firings,
  within,
}: Watching<"spike">): Promise<Reading[]> {
  const { store, now } = parts;
  const since = hourOf(now());
  const bounds = within ? shownWithin : { moreThan: fewestInSpike, limit: candidates };
  const asked = { projectId: rule.projectId, since, ...bounds };
  const busy = await store.traffic.busyIssues({ ...asked, ...inEnvironment(rule) });
  const known = [...firings.keys()].map(
    (subject) => Number(subject.slice("issue:".length)) as IssueId,
  );
  const ids = [...new Set([...busy.map(({ issueId }) => issueId), ...known])];
  const issues = await watched(parts, rule, ids);
  const window = { until: now(), hours: spikeHours + 1, ...inEnvironment(rule) };
  const trends = await store.traffic.issueHours(
    rule.projectId,
    issues.map(({ id }) => id),
    window,
  );
  return issues.map((issue): Reading => {
    const subject = subjectOf(issue);
    const about = { when, from: issue.firstSeen, now: now(), isFiring: firings.has(subject) };
    const spike = spikeIn(trends.get(issue.id)!, about);
    const notice = (telling: NoticeContext) => spikeNotice(when, spike!, telling);
    const shown = {
      ...hourWords(trends.get(issue.id)!, issue.firstSeen, now()),
      ...placeOf(project, issue),
    };
    return {
      subject,
      isTrue: spike !== undefined,
      ...shown,
      notice: told(parts, project, issue, notice),
    };
  });
}

type About = { when: Watching<"spike">["when"]; from: number; now: number; isFiring: boolean };

/** The first of these hours, oldest first and ending with the current one, with available data. */
const knownFromOf = (hours: readonly number[], from: number, now: number): number =>
  Math.max(0, hours.length - 1 - (hourOf(now) - hourOf(from)) / hourMs);

function hourWords(
  hours: readonly number[],
  from: number,
  now: number,
): { value: string; amount: number } {
  const amount = hours.at(-1) ?? 0;
  const usual = usualAt(hours, hours.length - 1, knownFromOf(hours, from, now));
  const beside =
    usual === undefined
      ? "not enough data from the previous days"
      : `usual: ${grouped(Math.round(usual))}`;
  return { value: `${grouped(amount)} events this hour, ${beside}`, amount };
}

function placeOf({ slug }: Project, issue?: Issue): { what: string; path: string } {
  if (!issue) return { what: "The project", path: `/${slug}/issues` };
  return {
    what: `${issue.shortId} ${oneLine(issueTitle(issue))}`,
    path: `/${slug}/issues/${issue.shortId}`,
  };
}

function spikeIn(hours: readonly number[], { when, from, now, isFiring }: About) {
  const last = hours.length - 1;
  const asked = { factor: when.factor, knownFrom: knownFromOf(hours, from, now) };
  return spikeAt(hours, last, asked) ?? (isFiring ? spikeAt(hours, last - 1, asked) : undefined);
}

/** Excludes ignored issues: their frequency needs no notification. */
async function watched({ store }: AlertDeps, rule: AlertRule, ids: IssueId[]): Promise<Issue[]> {
  return (await matching(store, rule, ids)).filter(({ state }) => state.state !== "ignored");
}

function told(
  { readEvent }: AlertDeps,
  project: Project,
  issue: Issue | undefined,
  notice: (telling: NoticeContext) => Notice,
): Reading["notice"] {
  return async (verdict) => {
    // A decrease needs no notification.
    if (verdict === "recovered") return undefined;
    const read = issue && (await readEvent(issue, "latest"));
    const story: IssueStory | undefined = issue && {
      project,
      issue,
      ...(read && { event: read.event }),
    };
    return notice({ project, still: verdict === "remind", ...(story && { story }) });
  };
}
