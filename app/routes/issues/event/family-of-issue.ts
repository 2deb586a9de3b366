import type { AskedAboutIssue } from "#app/guard.ts";
import type { FamilyName } from "#server/domain/event/family.ts";
import type { TagSummary } from "#server/domain/event/tag-counts.ts";

/** A failure family with its most useful counts: by release and by route. */
export type FamilyOfIssue = { name: FamilyName; releases?: TagSummary; routes?: TagSummary };

const valuesShown = 5;

export async function familyOfIssue(
  { services, issue }: AskedAboutIssue,
  name: FamilyName | undefined,
): Promise<FamilyOfIssue | undefined> {
  if (!name) return undefined;
  const of = async (key: string) =>
    (await services.store.issues.tags(issue.projectId, issue.id, { values: valuesShown, key }))[0];
  const [releases, transactions, urls] = await Promise.all([
    of("release"),
    of("transaction"),
    of("url"),
  ]);
  const routes = transactions ?? urls;
  return { name, ...(releases && { releases }), ...(routes && { routes }) };
}
