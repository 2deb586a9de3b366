import { href, Link } from "react-router";
import { requireIssue } from "#app/guard.ts";
import { grouped } from "#app/ui/count.ts";
import type { Route } from "./+types/tags.ts";
import { linkedTag } from "./linked-tag.ts";
import { TagTable } from "./tag-table.tsx";

const valuesShown = 5;

export async function loader(args: Route.LoaderArgs) {
  const { services, issue } = await requireIssue(args, "issue:read");
  const tags = await services.store.issues.tags(issue.projectId, issue.id, { values: valuesShown });
  return { tags: tags.map(linkedTag) };
}

export default function Tags({ loaderData: { tags }, params: { project, issue } }: Route.ComponentProps) {
  return (
    <>
      <title>{`Tags · ${issue} · ${project} · Spoor`}</title>
      <h2 className="hidden">Tags</h2>
      {tags.length === 0 && (
        <p className="empty">
          The events of this issue carry no tags. SDKs set them with <code>setTag(key, value)</code>.
        </p>
      )}
      {tags.map((tag) => (
        <section key={tag.key} className="part">
          <h3>
            <Link to={href("/:project/issues/:issue/tags/:key", { project, issue, key: tag.key })} preventScrollReset>
              {tag.key}
            </Link>{" "}
            <span className="meta">{tag.distinct > valuesShown && `${grouped(tag.distinct)} values`}</span>
          </h3>
          <TagTable {...{ project, issue, tag }} />
        </section>
      ))}
    </>
  );
}
