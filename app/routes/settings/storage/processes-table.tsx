import { bytesText } from "#app/ui/format/bytes.ts";
import { grouped } from "#server/domain/count.ts";
import { Time } from "#app/ui/format/time.tsx";
import type { ProcessStatus } from "#server/storage/processes/process-store.ts";
import { Table } from "#app/ui/table.tsx";

/** A process without a heartbeat for longer has stopped or hangs. */
const silentMs = 60_000;

/** Processes that share the database, with their unprocessed requests. */
export function ProcessesTable({ processes, now }: { processes: ProcessStatus[]; now: number }) {
  return (
    <Table
      caption="Processes"
      rows={processes}
      keyOf={({ name }) => name}
      columns={[
        { head: "Name", cell: ({ name }) => <code>{name.slice(0, 8)}</code> },
        { head: "Status", className: "word", cell: (process) => <State {...process} now={now} /> },
        { head: "Last heartbeat", cell: ({ at }) => <Time at={at} now={now} /> },
        {
          head: "Queued requests",
          className: "number",
          cell: ({ waitingRequests }) => grouped(waitingRequests),
        },
        {
          head: "Queue size",
          className: "number wide",
          cell: ({ waitingBytes }) => bytesText(waitingBytes),
        },
        {
          head: "Processed up to",
          className: "wide",
          cell: ({ storedUpTo }) => <Time at={storedUpTo} now={now} />,
        },
      ]}
    />
  );
}

/**
 * A process that ends with everything stored is not listed. One that was killed may have accepted
 * requests after its last heartbeat, whatever that reported.
 */
const State = ({ at, now }: ProcessStatus & { now: number }) =>
  now - at <= silentMs ? (
    "Running"
  ) : (
    <>
      Not responding <small>Restart it to process its queue.</small>
    </>
  );
