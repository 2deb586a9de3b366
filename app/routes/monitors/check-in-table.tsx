import { href, Link } from "react-router";
import { durationText } from "#app/ui/duration.ts";
import { Notes } from "#app/ui/notes.tsx";
import { Time } from "#app/ui/time.tsx";
import type { CheckIn } from "#server/domain/monitor/check-in.ts";
import { statusWord } from "./strip-cells.ts";

type ShownCheckIn = CheckIn & { hasTrace: boolean };
type TableProps = { rows: ShownCheckIn[]; project: string; now: number };

/** What came, and what did not, the newest first. */
export function CheckInTable({ rows, project, now }: TableProps) {
  return (
    <table className="ledger">
      <caption>Check-ins, the newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Status</th>
          <th scope="col" className="number">
            Duration
          </th>
          <th scope="col">Environment</th>
          <th scope="col">Trace</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Time at={row.at} now={now} />
              <Lateness {...row} />
              <Notes notes={row.notes ?? []} />
            </th>
            <td className={`check-in ${row.status}`}>{statusText(row)}</td>
            <td className="number">{row.durationMs !== undefined && durationText(row.durationMs)}</td>
            <td>
              <bdi>{row.environment}</bdi>
              {row.release !== undefined && (
                <div className="meta">
                  <bdi>{row.release}</bdi>
                </div>
              )}
            </td>
            <td>
              <TraceOf row={row} project={project} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function TraceOf({ row: { traceId, hasTrace }, project }: { row: ShownCheckIn; project: string }) {
  if (traceId === undefined) return null;
  const id = <code title={traceId}>{traceId.slice(0, 8)}</code>;
  if (hasTrace) return <Link to={href("/:project/traces/:trace", { project, trace: traceId })}>{id}</Link>;
  return (
    <>
      {id} <div className="meta">no spans received</div>
    </>
  );
}

const minuteMs = 60_000;

function Lateness({ at, expectedAt = at, status }: CheckIn) {
  const minutes = Math.floor((at - expectedAt) / minuteMs);
  return minutes > 0 && status !== "missed" && <div className="meta">{`${minutes} min after it was expected`}</div>;
}

function statusText({ status, slots }: CheckIn): string {
  if (status !== "unknown") return statusWord(status);
  const times = slots > 1 ? `${slots}${slots === 100 ? " or more" : ""} times: ` : "";
  return `unknown; ${times}Spoor was not running`;
}
