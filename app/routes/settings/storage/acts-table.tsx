import { Day } from "#app/ui/format/day.tsx";
import { bytesText } from "#app/ui/format/bytes.ts";
import { grouped } from "#server/domain/count.ts";
import { Time } from "#app/ui/format/time.tsx";
import type { RetentionAct, RetentionKind } from "#server/storage/retention/retention-store.ts";
import { Table } from "#app/ui/table.tsx";

const words: { [kind in RetentionKind]: string } = {
  age: "Expired",
  size: "Deleted, storage limit",
  thinned: "Downsampled",
};

/** Retention actions, newest first. */
export function ActsTable({ acts, now }: { acts: RetentionAct[]; now: number }) {
  return (
    <Table
      caption="Deleted data"
      rows={acts}
      keyOf={({ day, kind, at }) => `${day} ${kind} ${at}`}
      columns={[
        { head: "Day (UTC)", cell: ({ day }) => <Day day={day} now={now} /> },
        { head: "Action", cell: ({ kind }) => words[kind] },
        { head: "When", cell: ({ at }) => <Time at={at} now={now} /> },
        { head: "Events", className: "number wide", cell: ({ events }) => grouped(events) },
        { head: "Traces", className: "number wide", cell: ({ traces }) => grouped(traces) },
        {
          head: "Size",
          className: "number",
          cell: ({ kind, bytes }) => (kind === "thinned" ? "–" : bytesText(bytes)),
        },
      ]}
    />
  );
}
