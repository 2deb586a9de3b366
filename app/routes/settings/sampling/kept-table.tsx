import { Day } from "#app/ui/day.tsx";
import { grouped, percent } from "#server/domain/count.ts";
import type { KeptDay } from "./kept-days.ts";
import { Table } from "#app/ui/table.tsx";

/** The traces received and stored each day. */
export function KeptTable({ days, now }: { days: KeptDay[]; now: number }) {
  return (
    <Table
      caption="Traces of the last days"
      rows={days}
      keyOf={({ day }) => day}
      columns={[
        { head: "Day (UTC)", cell: ({ day }) => <Day day={day} now={now} /> },
        { head: "Received", className: "number", cell: ({ came }) => grouped(came) },
        { head: "Removed", className: "number", cell: ({ came, kept }) => grouped(came - kept) },
        { head: "Stored", className: "number", cell: ({ kept }) => grouped(kept) },
        { head: "Share", className: "number wide", cell: ({ came, kept }) => came > 0 && percent(kept, came) },
      ]}
    />
  );
}
