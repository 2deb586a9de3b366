import { participantsOf } from "#server/domain/discussion/participation.ts";
import { isProblem } from "#server/domain/problem.ts";
import { findIssue } from "./asked.ts";
import { issueJson } from "./issue-json.ts";
import type { DataHandler } from "./routes.ts";

const trendHours = 24;

/** The most frequent keys are listed. `tagKeys` is the total number. */
const tagKeysMost = 100;

/** The issue, its most frequent tag values, and its events per hour over the last day. */
export const issueData = (async (asked, request) => {
  const issue = await findIssue(asked, request);
  if (isProblem(issue)) return issue;
  const { store, now } = asked.services;
  const [tags, tagKeys, trends, participations] = await Promise.all([
    store.issues.tags(issue.projectId, issue.id, { values: 10, keys: tagKeysMost }),
    store.issues.tagKeyCount(issue.projectId, issue.id),
    store.issues.trends(issue.projectId, [issue.id], {
      until: now(),
      buckets: trendHours,
      unit: "hour",
    }),
    store.subscriptions.list(issue.projectId, issue.id),
  ]);
  return {
    ...issueJson(issue),
    platform: issue.platform,
    subscribers: participantsOf(participations, issue.assignee).map(({ user, because }) => ({
      id: String(user.id),
      name: user.name,
      because,
    })),
    tags: tags.map(({ values, ...tag }) => ({
      ...tag,
      values: values.map(({ value, count }) => ({ value, count })),
    })),
    tagKeys,
    trend: { unit: "hour", counts: trends.get(issue.id) ?? [] },
  };
}) satisfies DataHandler;
