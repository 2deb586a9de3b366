import { Link } from "react-router";
import { pathOf } from "./path-of.ts";
import { kindWords, nameOf, remarkOn } from "./hit-words.ts";
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
