import { href, Link, useLocation } from "react-router";
import { notFound, requireIssue } from "#app/guard.ts";
import { counted } from "#server/domain/count.ts";
import { keptSearch } from "#app/ui/format/scope.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import type { Route } from "./+types/tag.ts";
import { affectedUsers } from "./affected-users.ts";
import { linkedTag } from "./tags/linked-tag.ts";
import { LookedAt } from "./tags/looked-at.tsx";
import { readTags } from "./tags/read-tags.ts";
import { TagTable } from "./tags/tag-table.tsx";

const valuesShown = 200;

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireIssue(args, "issue:read");
  const { tags, looked } = await readTags(asked, args.url.searchParams, {
    values: valuesShown,
    key: args.params.key,
  });
  const [tag] = tags;
  if (!tag && !looked) throw notFound(args, "No events of this issue have this tag.");
  const linked = linkedTag(tag ?? { key: args.params.key, total: 0, distinct: 0, values: [] });
  return { tag: await affectedUsers(asked, linked, valuesShown), looked };
}

export default function TagPage({
  loaderData: { tag, looked },
  params: { project, issue },
}: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <>
      <ProjectTitle>{`${tag.key} · Tags · ${issue}`}</ProjectTitle>
      <h2>
        <Link
          to={{
            pathname: href("/:project/issues/:issue/tags", { project, issue }),
            search: keptSearch(search),
          }}
          preventScrollReset
        >
          Tags
        </Link>{" "}
        / {tag.key}
      </h2>
      {looked && <LookedAt {...looked} />}
      <p>
        {counted(tag.distinct, "value")} in {counted(tag.total, "event")}
        {tag.values.length < tag.distinct && `. The ${valuesShown} most frequent are shown`}.
      </p>
      <TagTable {...{ project, issue, tag }} />
    </>
  );
}
