import { counted, grouped } from "#server/domain/count.ts";
import { Table } from "#app/ui/table.tsx";
import type { ComparedRow, ComparedTime } from "./compared-row.ts";

/** Span by span, largest change first. */
export function ComparedTable({ rows, more }: { rows: ComparedRow[]; more: number }) {
  return (
    <section className="part">
      <h2>By span</h2>
      <Table
        caption="Spans of both traces, largest difference in self time first"
        rows={rows}
        keyOf={(_, index) => index}
        columns={[
          {
            head: "Span",
            className: "main",
            cell: ({ name, service, path }) => (
              <>
                {name} <span className="meta">{service}</span>
                <small>{path}</small>
              </>
            ),
          },
          { head: "A, count", className: "number wide", cell: ({ a }) => countOf(a) },
          { head: "B, count", className: "number wide", cell: ({ b }) => countOf(b) },
          { head: "A, self", className: "number", cell: ({ a }) => a?.self ?? "–" },
          { head: "B, self", className: "number", cell: ({ b }) => b?.self ?? "–" },
          { head: "A, total", className: "number roomy", cell: ({ a }) => a?.total },
          { head: "B, total", className: "number roomy", cell: ({ b }) => b?.total },
          {
            head: "Change",
            className: "number",
            cell: ({ self, total, slower }) => (
              <span className={slower === "b" ? "bad" : undefined} title={`total ${total}`}>
                {self}
              </span>
            ),
          },
        ]}
      />
      {more > 0 && <p className="meta">{`${counted(more, "more span")} with smaller changes.`}</p>}
    </section>
  );
}

const countOf = (time: ComparedTime | undefined): string =>
  time ? `${grouped(time.count)}×` : "–";
