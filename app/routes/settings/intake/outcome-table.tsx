import { grouped } from "#server/domain/count.ts";
import { dayLabel, momentLabel } from "#app/ui/chart/ticks.ts";
import { type IntakeRow, isReceived } from "#server/domain/intake-summary.ts";
import { type Outcome, outcomes } from "#server/domain/outcomes.ts";
import { outcomeNames } from "./outcome-names.ts";

type OutcomeTableProps = {
  caption: string;
  rows: IntakeRow[];
  total: IntakeRow;
  byDay: boolean;
  now: number;
};

/** Outcomes that occurred, and accepted: those received first. */
export function shownOutcomes(total: IntakeRow): Outcome[] {
  const shown = outcomes.filter((outcome) => outcome === "kept" || total.outcomes[outcome] > 0);
  return [...shown.filter(isReceived), ...shown.filter((outcome) => !isReceived(outcome))];
}

/** Newest first. Empty rows and columns are omitted. */
export function OutcomeTable({ caption, rows, total, byDay, now }: OutcomeTableProps) {
  const columns = shownOutcomes(total);
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{byDay ? "Day (UTC)" : "Hour (UTC)"}</th>
          <th scope="col" className="number">
            Received
          </th>
          {columns.map((outcome) => (
            <th key={outcome} scope="col" className="number">
              {outcomeNames[outcome].name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          .filter(isTelling)
          .toReversed()
          .map((row) => (
            <tr key={row.at}>
              <th scope="row">
                <time dateTime={new Date(row.at).toISOString()}>
                  {byDay ? dayLabel(row.at) : momentLabel(row.at, now)}
                </time>
              </th>
              <Figures row={row} columns={columns} />
            </tr>
          ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">All</th>
          <Figures row={total} columns={columns} />
        </tr>
      </tfoot>
    </table>
  );
}

const isTelling = ({ received, outcomes: of }: IntakeRow) =>
  received + of["lost-at-client"] + of.thinned > 0;

function Figures({ row, columns }: { row: IntakeRow; columns: Outcome[] }) {
  return (
    <>
      <td className="number">{grouped(row.received)}</td>
      {columns.map((outcome) => (
        <td key={outcome} className="number">
          {row.outcomes[outcome] === 0 ? (
            <span className="meta">0</span>
          ) : (
            grouped(row.outcomes[outcome])
          )}
        </td>
      ))}
    </>
  );
}
