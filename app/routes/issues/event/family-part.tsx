import { linkedTag } from "#app/routes/issues/tags/linked-tag.ts";
import { TagTable } from "#app/routes/issues/tags/tag-table.tsx";
import { familyAdvice, familyLabels } from "#server/domain/event/family-words.ts";
import type { TagSummary } from "#server/domain/event/tag-counts.ts";
import type { FamilyOfIssue } from "./family-of-issue.ts";

type Props = { project: string; issue: string; family?: FamilyOfIssue };

/** The failure family, its advice, and the two relevant counts. */
export function FamilyPart({ project, issue, family }: Props) {
  if (!family) return null;
  const { name, releases, routes } = family;
  return (
    <section className="part">
      <h2>{familyLabels[name]}</h2>
      <p className="family-advice">{familyAdvice[name]}</p>
      <div className="duo">
        {releases && <Counts title="By release" tag={releases} {...{ project, issue }} />}
        {routes && <Counts title="By route" tag={routes} {...{ project, issue }} />}
      </div>
    </section>
  );
}

function Counts({
  title,
  tag,
  project,
  issue,
}: {
  title: string;
  tag: TagSummary;
  project: string;
  issue: string;
}) {
  return (
    <div>
      <h3>{title}</h3>
      <TagTable {...{ project, issue, tag: linkedTag(tag) }} />
    </div>
  );
}
