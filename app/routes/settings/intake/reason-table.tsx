import { bytesText } from "#app/ui/bytes.ts";
import { grouped } from "#server/domain/count.ts";
import { attachmentCategory } from "#server/domain/attachment/attachment.ts";
import type { IntakeReason } from "#server/domain/intake-summary.ts";
import { outcomeNames } from "./outcome-names.ts";
import { Table } from "#app/ui/table.tsx";

/** Why things were not kept, kind by kind. */
export function ReasonTable({ reasons, caption }: { reasons: IntakeReason[]; caption: string }) {
  return (
    <Table
      caption={caption}
      rows={reasons}
      keyOf={({ category, outcome, reason }) => `${category} ${outcome} ${reason}`}
      columns={[
        { head: "Category", cell: ({ category }) => category },
        { head: "Outcome", cell: ({ outcome }) => outcomeNames[outcome].name },
        {
          head: "Reason",
          cell: ({ outcome, reason }) => reason || <span className="meta">{outcomeNames[outcome].means}</span>,
        },
        {
          ...{ head: "Count", className: "number" },
          cell: ({ category, quantity }) => (category === attachmentCategory ? bytesText(quantity) : grouped(quantity)),
        },
      ]}
    />
  );
}
