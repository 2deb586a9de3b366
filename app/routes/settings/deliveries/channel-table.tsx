import { channelNames } from "#app/routes/alerts/shown-delivery.ts";
import { grouped } from "#server/domain/count.ts";
import type { ChannelCounts } from "#server/storage/alerts/delivery-store.ts";
import { Table } from "#app/ui/table.tsx";

const states = [
  ["pending", "Pending"],
  ["retrying", "Retrying"],
  ["delivered", "Delivered"],
  ["failed", "Failed"],
] as const;

export function ChannelTable({ counts }: { counts: ChannelCounts[] }) {
  return (
    <Table
      caption="Open deliveries, and those that ended in the last 24 hours"
      rows={counts}
      keyOf={({ kind }) => kind}
      columns={[
        { head: "Channel", cell: ({ kind }) => channelNames[kind] },
        ...states.map(([state, head]) => ({
          ...{ head, className: "number" },
          cell: (each: ChannelCounts) => grouped(each[state]),
        })),
      ]}
    />
  );
}
