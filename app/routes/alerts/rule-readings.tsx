import { Link } from "react-router";
import { Moment } from "#app/ui/format/moment.tsx";
import { counted, grouped } from "#server/domain/count.ts";
import { withinWords } from "#server/domain/alert/words.ts";
import type { ConditionKind } from "#server/domain/alert/template.ts";
import { Table } from "#app/ui/table.tsx";
import type { AlertReading, LastWeek } from "#server/read/alerts/read-alert-rule.ts";

/** How often the rule would have triggered in the last week, and its current values. */
export function RuleReadings({ reading, kind }: { reading: AlertReading; kind: ConditionKind }) {
  const { lastWeek, standings, gap } = reading;
  const isWindow = ["frequency", "spike", "route", "vital"].includes(kind);
  const isUnknown = gap?.kind === "unknown";
  return (
    <>
      {gap && <p className="error">{gapText(gap)}</p>}
      {lastWeek && !isUnknown && (
        <p>
          This rule would have triggered {lastWeek.atLeast && "at least "}
          {counted(lastWeek.times, "time")} in the last 7 days
          {lastWeek.at.length > 0 && <FiredTimes {...lastWeek} />}.
        </p>
      )}
      {isWindow && !isUnknown && standings.length === 0 && (
        <p className="meta">No data in this rule's window.</p>
      )}
      {standings.length > 0 && <StandingTable standings={standings} />}
    </>
  );
}

function gapText(gap: NonNullable<AlertReading["gap"]>): string {
  if (gap.kind === "unknown")
    return `No requests for ${gap.route} yet. Check the name under Routes.`;
  const most = counted(gap.most, "request");
  return `In the last 7 days, ${gap.route} had at most ${most} in ${withinWords(gap.windowMinutes)}. This rule needs ${gap.fewest}: choose a longer window.`;
}

/** `: Nov 20, 11:00 UTC, Nov 19, 04:12 UTC, and 3 earlier`. */
function FiredTimes({ times, at, isHourly }: Pick<LastWeek, "times" | "at" | "isHourly">) {
  return (
    <>
      {isHourly ? ", in the hours from " : ": "}
      {at.map((time, index) => [index > 0 && ", ", <Moment key={index} at={time} />])}
      {times > at.length && `, and ${grouped(times - at.length)} earlier`}
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
        cell: ({ what, path }) => <Link to={path}>{what}</Link>,
      },
      {
        head: "Now",
        className: "words",
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
