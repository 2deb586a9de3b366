import { href, Link, useLocation } from "react-router";
import { grouped, percent } from "#server/domain/count.ts";
import { keptSearch } from "#app/ui/format/scope.ts";
import { ShareBar } from "#app/ui/chart/share-bar.tsx";
import type { LinkedTag } from "./linked-tag.ts";
import { Table } from "#app/ui/table.tsx";

/** The distribution of a tag's values; each links to its events. */
export function TagTable({
  project,
  issue,
  tag,
}: {
  project: string;
  issue: string;
  tag: LinkedTag;
}) {
  const events = href("/:project/issues/:issue/events", { project, issue });
  const kept = keptSearch(useLocation().search);
  const issues = href("/:project/issues", { project });
  const hasEmails = tag.values.some(({ email }) => email !== undefined);
  return (
    <Table
      caption={`Values of ${tag.key}`}
      rows={tag.values}
      keyOf={({ value }) => value}
      columns={[
        {
          head: tag.key === "user" ? "User" : "Value",
          className: "main",
          cell: ({ value, name = value, query }) => (
            <Link to={{ pathname: events, search: kept === "" ? query : `${query}&${kept}` }}>
              {name || "(empty)"}
            </Link>
          ),
        },
        hasEmails && { head: "Email", className: "wide", cell: ({ email }) => email ?? "–" },
        {
          head: <span className="hidden">Share</span>,
          className: "bar",
          cell: ({ count }) => <ShareBar part={count} whole={tag.total} />,
        },
        { head: "Percent", className: "number", cell: ({ count }) => percent(count, tag.total) },
        { head: "Events", className: "number", cell: ({ count }) => grouped(count) },
        tag.key === "user" && {
          head: <span className="hidden">All issues of the user</span>,
          cell: ({ name, all }) => (
            <Link to={`${issues}?${all}`} aria-label={`All issues of ${name}`}>
              All issues
            </Link>
          ),
        },
      ]}
    />
  );
}
