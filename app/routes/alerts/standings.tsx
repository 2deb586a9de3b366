import { Link } from "react-router";
import { counted } from "#app/ui/count.ts";
import type { AlertReading } from "#server/alert-services.ts";
import type { AlertCondition } from "#server/domain/alert/rule.ts";

/** What the rule would have told in the last week, and what it would say at this moment. */
export function Standings({ reading, when }: { reading: AlertReading; when: AlertCondition }) {
  const { lastWeek, standings } = reading;
  const isWindow = when.kind === "frequency" || when.kind === "spike" || when.kind === "route" || when.kind === "vital";
  return (
    <>
      {lastWeek && (
        <p>
          In the last seven days it would have fired {lastWeek.atLeast && "at least "}
          {counted(lastWeek.times, "time")}.
        </p>
      )}
      {isWindow && standings.length === 0 && <p className="meta">Nothing happened in its window.</p>}
      {standings.length > 0 && <StandingTable standings={standings} />}
    </>
  );
}

function StandingTable({ standings }: Pick<AlertReading, "standings">) {
  return (
    <table className="ledger events">
      <caption>How it stands now</caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {standings.map(({ subject, what, value, path, isTrue }) => (
          <tr key={subject}>
            <th scope="row">
              <Link to={path}>{what}</Link>
            </th>
            <td>
              {value}
              {isTrue === true && (
                <>
                  : <strong>over</strong>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
