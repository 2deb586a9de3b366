import { capitalized } from "#server/domain/capitalized.ts";
import { href, Link } from "react-router";
import { durationText } from "#app/ui/format/duration.ts";
import { Notes } from "#app/ui/notes.tsx";
import { Table } from "#app/ui/table.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { CheckIn } from "#server/domain/monitor/check-in.ts";
import { statusWord } from "./strip-cells.ts";

type ShownCheckIn = CheckIn & { hasTrace: boolean };
type TableProps = { rows: ShownCheckIn[]; project: string; now: number };

/** Received and missed check-ins, newest first. */
export function CheckInTable({ rows, project, now }: TableProps) {
  return (
    <Table
      caption="Check-ins, newest first"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Time",
          cell: (row) => (
            <>
              <Time at={row.at} now={now} />
              <Lateness {...row} />
              <Notes notes={row.notes ?? []} />
            </>
          ),
        },
        {
          head: "Status",
          cell: (row) => (
            <span className={`check-in ${row.status}`}>{capitalized(statusText(row))}</span>
          ),
        },
        {
          head: "Duration",
          className: "number",
          cell: ({ durationMs }) => durationMs !== undefined && durationText(durationMs),
        },
        {
          head: "Environment",
          className: "wide",
          cell: ({ environment, release }) => (
            <>
              <bdi>{environment}</bdi>
              {release !== undefined && (
                <small>
                  <bdi>{release}</bdi>
                </small>
              )}
            </>
          ),
        },
        { head: "Trace", cell: (row) => <TraceOf row={row} project={project} /> },
      ]}
    />
  );
}

function TraceOf({ row: { traceId, hasTrace }, project }: { row: ShownCheckIn; project: string }) {
  if (traceId === undefined) return null;
  const id = <code title={traceId}>{traceId.slice(0, 8)}</code>;
  if (hasTrace)
    return <Link to={href("/:project/traces/:trace", { project, trace: traceId })}>{id}</Link>;
  return (
    <>
      {id} <small>no spans received</small>
    </>
  );
}

const minuteMs = 60_000;

function Lateness({ at, expectedAt = at, status }: CheckIn) {
  const minutes = Math.floor((at - expectedAt) / minuteMs);
  return minutes > 0 && status !== "missed" && <small>{`${minutes} min late`}</small>;
}

function statusText({ status, slots }: CheckIn): string {
  if (status !== "unknown") return statusWord(status);
  const times = slots > 1 ? `${slots}${slots === 100 ? " or more" : ""} times: ` : "";
  return `unknown; ${times}this instance was not running`;
}
