import { Link } from "react-router";
import { counted } from "#server/domain/count.ts";
import type { AlertCondition } from "#server/domain/alert/rule.ts";
import { Table } from "#app/ui/table.tsx";
import type { AlertReading } from "#server/read/read-alert-rule.ts";

/** How often the rule would have triggered in the last week, and its current values. */
export function RuleReadings({ reading, when }: { reading: AlertReading; when: AlertCondition }) {
  const { lastWeek, standings } = reading;
  const isWindow =
    when.kind === "frequency" ||
    when.kind === "spike" ||
    when.kind === "route" ||
    when.kind === "vital";
  return (
    <>
      {lastWeek && (
        <p>
          This rule would have triggered {lastWeek.atLeast && "at least "}
          {counted(lastWeek.times, "time")} in the last 7 days.
        </p>
      )}
      {isWindow && standings.length === 0 && <p className="meta">No data in its window.</p>}
      {standings.length > 0 && <StandingTable standings={standings} />}
    </>
  );
}

const StandingTable = ({ standings }: Pick<AlertReading, "standings">) => (
  <Table
    caption="Current values"
    rows={standings}
    keyOf={({ subject }) => subject}
    columns={[
      {
        head: "Subject",
        className: "main",
        cell: ({ what, path }) => <Link to={path}>{what}</Link>,
      },
      {
        head: "Now",
        cell: ({ value, isTrue }) => (
          <>
            {value}
            {isTrue === true && (
              <>
                , <strong className="bad">over the threshold</strong>
              </>
            )}
          </>
        ),
      },
    ]}
  />
);
