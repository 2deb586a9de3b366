import { ShareBar } from "#app/ui/share-bar.tsx";
import { Table } from "#app/ui/table.tsx";
import type { ShownWait } from "./shown-findings.ts";
import { SpanLink } from "./span-link.tsx";

/** The calls that requests wait for, whichever loader makes them. */
export function WaitTable({ waits }: { waits: ShownWait[] }) {
  return (
    <Table
      caption="Calls that requests wait for, longest first"
      rows={waits}
      keyOf={({ label }) => label}
      columns={[
        { head: "Waits on", className: "main", cell: ({ ref, label }) => <SpanLink to={ref}>{label}</SpanLink> },
        {
          ...{ head: "Share", className: "bar" },
          cell: ({ share, sharePercent }) => (
            <>
              <ShareBar part={share} whole={1} /> {sharePercent}
            </>
          ),
        },
        { head: "Found in", className: "number wide", cell: ({ found }) => found },
      ]}
    />
  );
}
