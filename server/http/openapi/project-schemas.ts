import { percentileFields, trafficQuantiles } from "#server/domain/rollup/percentiles.ts";
import { integer, listOf, nullable, number, object, text } from "./schema.ts";

const nullWhenAway = "Null while the project's database node does not respond.";

const project = object({
  id: text(),
  slug: text(),
  name: text(),
  platform: text(),
  openIssues: { ...nullable(integer()), description: `Unresolved issues. ${nullWhenAway}` },
  newIssues: {
    ...nullable(integer()),
    description: `Unresolved issues first seen in the last 24 hours, at most 1,000. ${nullWhenAway}`,
  },
  latestReleases: listOf(text(), "The latest release of each package."),
  events: {
    ...nullable(object({ count: integer(), hours: listOf(integer(), "Oldest first.") })),
    description: nullWhenAway,
  },
  traffic: {
    ...nullable(
      object({
        count: integer(),
        failed: integer(),
        failedHours: listOf(integer(), "Oldest first."),
        ...percentileFields(trafficQuantiles, () => nullable(number())),
      }),
    ),
    description:
      "Requests, page loads, and other work that users wait for. Null if not available in time.",
  },
});

export const projectsAnswer = object({ projects: listOf(project) });
