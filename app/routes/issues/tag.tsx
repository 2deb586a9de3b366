import { href, Link } from "react-router";
import { notFound, requireIssue } from "#app/guard.ts";
import { counted } from "#server/domain/count.ts";
import type { Route } from "./+types/tag.ts";
import { linkedTag } from "./linked-tag.ts";
import { TagTable } from "./tag-table.tsx";

const valuesShown = 200;

export async function loader(args: Route.LoaderArgs) {
  const { services, issue } = await requireIssue(args, "issue:read");
  const { key } = args.params;
  const [tag] = await services.store.issues.tags(issue.projectId, issue.id, { values: valuesShown, key });
  if (!tag) throw notFound(args, "No events of this issue have this tag.");
  return { tag: linkedTag(tag) };
}

export default function TagPage({ loaderData: { tag }, params: { project, issue } }: Route.ComponentProps) {
  return (
    <>
      <title>{`${tag.key} · Tags · ${issue} · ${project} · Spoor`}</title>
      <p className="meta">
        <Link to={href("/:project/issues/:issue/tags", { project, issue })} preventScrollReset>
          All tags
        </Link>
      </p>
      <h2>{tag.key}</h2>
      <p>
        {counted(tag.distinct, "value")} in {counted(tag.total, "event")}
        {tag.values.length < tag.distinct && `. The ${valuesShown} most frequent are shown`}.
      </p>
      <TagTable {...{ project, issue, tag }} />
    </>
  );
}
