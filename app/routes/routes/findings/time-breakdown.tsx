import { ShareBar } from "#app/ui/share-bar.tsx";
import { Table } from "#app/ui/table.tsx";
import { LoaderTable } from "./loader-table.tsx";
import type { ShownFindings, ShownWait } from "./shown-findings.ts";
import { SpanLink } from "./span-link.tsx";

/** The calls that requests spend their time on. Each line leads to a typical trace. */
export function TimeBreakdown({ findings: { waits } }: { findings: ShownFindings }) {
  if (waits.length === 0) return null;
  return (
    <section className="part" id="breakdown">
      <h2>Time breakdown</h2>
      <WaitTable waits={waits} />
    </section>
  );
}

/** The same by loader, action, and middleware. */
export function Loaders({ findings: { loaders } }: { findings: ShownFindings }) {
  if (loaders.length === 0) return null;
  return (
    <section className="part" id="loaders">
      <h2>Loaders</h2>
      <LoaderTable loaders={loaders} />
    </section>
  );
}

/** The calls that requests wait for, no matter which loader makes them. */
function WaitTable({ waits }: { waits: ShownWait[] }) {
  return (
    <Table
      caption="Calls that requests wait for, longest first"
      rows={waits}
      keyOf={({ label }) => label}
      columns={[
        {
          head: "Waits on",
          className: "main",
          cell: ({ ref, label }) => <SpanLink to={ref}>{label}</SpanLink>,
        },
        {
          head: "Share",
          className: "bar",
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
