import { href, Link, useLocation } from "react-router";
import { grouped, percent } from "#server/domain/count.ts";
import { keptSearch } from "#app/ui/scope.ts";
import { ShareBar } from "#app/ui/share-bar.tsx";
import type { LinkedTag } from "./linked-tag.ts";
import { Table } from "#app/ui/table.tsx";

/** How a tag's values are spread; each leads to its events. */
export function TagTable({ project, issue, tag }: { project: string; issue: string; tag: LinkedTag }) {
  const events = href("/:project/issues/:issue/events", { project, issue });
  const kept = keptSearch(useLocation().search);
  return (
    <Table
      caption={`Values of ${tag.key}`}
      rows={tag.values}
      keyOf={({ value }) => value}
      columns={[
        {
          head: "Value",
          className: "main",
          cell: ({ value, query }) => (
            <Link to={{ pathname: events, search: kept === "" ? query : `${query}&${kept}` }}>
              {value || "(empty)"}
            </Link>
          ),
        },
        {
          ...{ head: <span className="hidden">Share</span>, className: "bar" },
          cell: ({ count }) => <ShareBar part={count} whole={tag.total} />,
        },
        { head: "Percent", className: "number", cell: ({ count }) => percent(count, tag.total) },
        { head: "Events", className: "number", cell: ({ count }) => grouped(count) },
      ]}
    />
  );
}
