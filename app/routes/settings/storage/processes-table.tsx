import { bytesText } from "#app/ui/bytes.ts";
import { grouped } from "#app/ui/count.ts";
import { Time } from "#app/ui/time.tsx";
import type { ProcessStanding } from "#server/storage/process-store.ts";

/** Who is not heard of for longer has ended, or hangs. */
const silentMs = 60_000;

/** The processes that share the database, and what each has accepted that is not on the pages yet. */
export function ProcessesTable({ processes, now }: { processes: ProcessStanding[]; now: number }) {
  return (
    <table className="ledger words">
      <caption>Processes</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">State</th>
          {["Last heartbeat", "Queued requests", "Queue size", "Stored up to"].map((column) => (
            <th key={column} scope="col" className="number">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {processes.map(({ name, at, storedUpTo, waitingRequests, waitingBytes }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name.slice(0, 8)}</code>
            </th>
            <td>{stateOf({ at, waitingRequests }, now)}</td>
            <td className="number">
              <Time at={at} now={now} />
            </td>
            <td className="number">{grouped(waitingRequests)}</td>
            <td className="number">{bytesText(waitingBytes)}</td>
            <td className="number">
              <Time at={storedUpTo} now={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function stateOf({ at, waitingRequests }: Pick<ProcessStanding, "at" | "waitingRequests">, now: number): string {
  if (now - at <= silentMs) return "runs";
  return waitingRequests > 0 ? "stopped; restart it: queued requests are in its folder" : "ended";
}
