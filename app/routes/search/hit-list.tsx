import { Link } from "react-router";
import { pathOf } from "./path-of.ts";
import { kindWords as routeKinds } from "#app/routes/routes/kind-names.ts";
import { Table } from "#app/ui/table.tsx";
import type { Hit } from "#server/read/search/jump.ts";

/** Results of one kind, or one name, each with its project. */
export function HitList({ title, hits }: { title: string; hits: Hit[] }) {
  return (
    <section className="part">
      <h2>{title}</h2>
      <Table
        caption={title}
        rows={hits}
        keyOf={pathOf}
        columns={[
          {
            head: "Result",
            className: "main",
            cell: (hit) => (
              <>
                <Link to={pathOf(hit)}>{nameOf(hit)}</Link>{" "}
                <span className="value">{remarkOn(hit)}</span>
              </>
            ),
          },
          { head: "Type", className: "soft", cell: ({ kind }) => kindWords[kind] },
          { head: "Project", cell: ({ project }) => project.name },
        ]}
      />
    </section>
  );
}

const kindWords: { [kind in Hit["kind"]]: string } = {
  project: "project",
  issue: "issue",
  event: "event",
  trace: "trace",
  span: "span",
  route: "route",
  release: "release",
  monitor: "monitor",
  rule: "alert rule",
};

function nameOf(hit: Hit): string {
  switch (hit.kind) {
    case "project":
      return hit.project.name;
    case "issue":
      return hit.shortId;
    case "event":
      return hit.eventId.slice(0, 8);
    case "trace":
      return hit.traceId.slice(0, 8);
    case "route":
      return hit.route;
    case "release":
      return hit.version;
    default:
      return hit.name || "(no name)";
  }
}

/** Details that the name omits. */
function remarkOn(hit: Hit): string {
  if (hit.kind === "issue") return hit.title;
  if (hit.kind === "event") return `${hit.shortId} ${hit.title}`;
  if (hit.kind === "trace") return hit.name;
  if (hit.kind === "route") return `${hit.service} · ${routeKinds[hit.type] ?? hit.type}`;
  return "";
}
