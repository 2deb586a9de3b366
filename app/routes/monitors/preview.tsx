import { Table } from "#app/ui/table.tsx";
import type { PreviewTime } from "./preview-times.ts";

/** The next check-ins of the schedule, in its own zone and in UTC. */
export function Preview({ times, timeZone }: { times: PreviewTime[]; timeZone: string }) {
  return (
    <Table
      caption="Next check-ins by this schedule"
      rows={times}
      keyOf={({ iso }) => iso}
      columns={[
        { head: timeZone, cell: ({ iso, local }) => <time dateTime={iso}>{local}</time> },
        ...(timeZone === "UTC" ? [] : [{ head: "UTC", cell: ({ utc }: PreviewTime) => utc }]),
      ]}
    />
  );
}
