import { useZone } from "#app/enhance/zone.ts";
import { Clock } from "#app/ui/format/moment.tsx";
import { offsetOf, offsetText } from "#app/ui/format/zone.ts";
import type { Breadcrumb } from "#server/domain/event/error-event.ts";
import { breadcrumbText } from "./breadcrumb-text.ts";
import { Table } from "#app/ui/table.tsx";

/** Breadcrumbs, newest last as sent. */
export function Breadcrumbs({ breadcrumbs, at }: { breadcrumbs: Breadcrumb[]; at: number }) {
  const offset = offsetOf(useZone(), at);
  if (breadcrumbs.length === 0) return null;
  return (
    <section className="part">
      <h2 id="breadcrumbs">Breadcrumbs</h2>
      <Table
        caption="Breadcrumbs, oldest first"
        rows={breadcrumbs}
        keyOf={(_, index) => index}
        columns={[
          {
            head: `Time, ${offsetText(offset)}`,
            className: "meta",
            cell: ({ timestamp }) =>
              timestamp !== undefined && <Clock at={timestamp} offset={offset} />,
          },
          {
            head: "Category",
            className: "words",
            cell: ({ category, type, level }) => (
              <>
                {category ?? type ?? "default"}
                {level && level !== "info" && <span className="meta"> {level}</span>}
              </>
            ),
          },
          {
            head: "Message",
            className: "main",
            isRowHead: true,
            cell: (crumb) => <code className="text">{breadcrumbText(crumb)}</code>,
          },
        ]}
      />
    </section>
  );
}
