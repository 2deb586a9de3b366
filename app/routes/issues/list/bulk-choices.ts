import type { AskedInProject } from "#app/guard.ts";
import type { IssueFilter } from "#server/storage/issues/issue-store.ts";
import { peopleOf, type Person } from "#app/routes/issues/triage/people.ts";
import { releasesOffered } from "#app/routes/issues/triage/releases-offered.ts";

/** Choices in the form above the list. */
export type BulkChoices = {
  /** The newest activity when the list was loaded. */
  seen: number;
  releases: string[];
  people: Person[];
  me: number;
  /** Number of matches, if more than the page shows. */
  matching?: { count: number; isAtLeast: boolean };
};

/** Counting costs about a microsecond per issue; above this, the text is “more than”. */
const countedUpTo = 2_000;

/** Set if the list has more than one page; `count` if all were counted. */
export type PartOf = {
  filter: Omit<IssueFilter, "sort" | "cursor" | "limit">;
  count: number | undefined;
};

/** `seen` is from before the list; `partOf` belongs to the list. */
export async function bulkChoices(
  asked: AskedInProject,
  seen: number,
  partOf: Promise<PartOf | undefined>,
): Promise<BulkChoices> {
  const { services, viewer, project } = asked;
  const [releases, people, count] = await Promise.all([
    releasesOffered(services, project.id),
    peopleOf(asked),
    partOf.then(
      (part) =>
        part && (part.count ?? services.store.issues.countMatching(part.filter, countedUpTo + 1)),
    ),
  ]);
  return {
    seen,
    people,
    me: viewer.user.id,
    releases,
    ...(count !== undefined && {
      matching: { count: Math.min(count, countedUpTo), isAtLeast: count > countedUpTo },
    }),
  };
}
