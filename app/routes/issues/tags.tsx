import { href, Link, useLocation } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { requireIssue } from "#app/guard.ts";
import { counted, grouped } from "#server/domain/count.ts";
import { keptSearch } from "#app/ui/format/scope.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import type { Route } from "./+types/tags.ts";
import { affectedUsers } from "./affected-users.ts";
import { linkedTag } from "./tags/linked-tag.ts";
import { LookedAt } from "./tags/looked-at.tsx";
import { readTags } from "./tags/read-tags.ts";
import { TagTable } from "./tags/tag-table.tsx";

const valuesShown = 5;
const keysShown = 50;
/** Addresses have their own counts, so those of the most frequent users are among the first. */
const emailsLookedAt = 50;

/** The keys that most events have; `?query=`: keys that contain it. */
const Find = late(async () => (await import("#app/ui/find.tsx")).Find);

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireIssue(args, "issue:read");
  const { searchParams } = args.url;
  const query = searchParams.get("query") ?? "";
  const { tags, keys, looked } = await readTags(asked, searchParams, {
    values: valuesShown,
    keys: keysShown,
    query,
  });
  const linked = tags.map((tag) => affectedUsers(asked, linkedTag(tag), emailsLookedAt));
  return { tags: await Promise.all(linked), total: keys, query, looked };
}

export default function Tags({ loaderData, params: { project, issue } }: Route.ComponentProps) {
  const { tags, total, query, looked } = loaderData;
  const kept = keptSearch(useLocation().search);
  const isSearchable = query !== "" || total > tags.length;
  return (
    <>
      <ProjectTitle>{`Tags · ${issue}`}</ProjectTitle>
      <h2 className="hidden">Tags</h2>
      {looked && <LookedAt {...looked} />}
      {isSearchable && (
        <div className="row list-head">
          <Find {...{ of: "Tag keys", label: "Tag key contains", query, placeholder: "browser" }} />
        </div>
      )}
      {total > tags.length && (
        <p className="meta">{`${tags.length} of ${counted(total, "tag key")}, most frequent first.`}</p>
      )}
      {tags.length === 0 && query !== "" && (
        <p className="empty">No tag keys match. Clear the field to see all.</p>
      )}
      {tags.length === 0 && query === "" && looked?.events !== 0 && (
        <p className="empty">
          The events of this issue have no tags. Set them with <code>setTag(key, value)</code>.
        </p>
      )}
      {tags.map((tag) => (
        <section key={tag.key} className="part">
          <h3>
            <Link
              to={{
                pathname: href("/:project/issues/:issue/tags/:key", {
                  project,
                  issue,
                  key: tag.key,
                }),
                search: kept,
              }}
              preventScrollReset
            >
              {tag.key}
            </Link>{" "}
            <span className="meta">
              {counted(tag.total, "event")}
              {tag.distinct > valuesShown && `, ${grouped(tag.distinct)} values`}
            </span>
          </h3>
          <TagTable {...{ project, issue, tag }} />
        </section>
      ))}
    </>
  );
}
