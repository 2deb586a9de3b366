import { bytesText } from "#app/ui/format/bytes.ts";
import { BarsChart } from "#app/ui/chart/bars-chart.tsx";
import { Table } from "#app/ui/table.tsx";
import { attachmentCategory } from "#server/domain/attachment/attachment.ts";
import { counted, grouped } from "#server/domain/count.ts";
import type { IntakeReason } from "#server/domain/intake-summary.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Loaded } from "../intake.tsx";
import { OutcomeTable, shownOutcomes } from "./outcome-table.tsx";
import { outcomeNames } from "./outcome-names.ts";

type Props = Pick<Loaded, "span" | "rows" | "releases" | "total" | "reasons" | "now"> & {
  /** The time range as text. */
  when: string;
};

/** Received data and its outcomes: over time, and by reason. */
export function UsageReport({ when, span, rows, releases, total, reasons, now }: Props) {
  const byDay = span.stepMs === dayMs;
  return (
    <>
      <BarsChart
        sentence={`${counted(total.received, "item")} received in ${when}; ${grouped(total.outcomes.kept)} accepted`}
        window={{ since: span.since, until: span.until }}
        values={rows.map(({ received }) => received)}
        label={grouped}
        releases={releases}
      />
      {total.received + total.outcomes["lost-at-client"] === 0 ? (
        <p>No data received. New data appears here within two seconds.</p>
      ) : (
        <>
          <OutcomeTable caption={`Usage, ${when}`} {...{ rows, total, byDay, now }} />
          <p className="meta">
            Received: errors, spans, sessions, and other items together.{" "}
            {shownOutcomes(total)
              .map((outcome) => `${outcomeNames[outcome].name}: ${outcomeNames[outcome].means}.`)
              .join(" ")}
          </p>
          <h3>By category and reason</h3>
          <ReasonTable caption={`Outcomes, ${when}, by category and reason`} reasons={reasons} />
        </>
      )}
    </>
  );
}

/** Reasons for data that was not accepted, by category. */
function ReasonTable({ reasons, caption }: { reasons: IntakeReason[]; caption: string }) {
  return (
    <Table
      caption={caption}
      rows={reasons}
      keyOf={({ category, outcome, reason }) => `${category} ${outcome} ${reason}`}
      columns={[
        { head: "Category", cell: ({ category }) => category },
        { head: "Outcome", cell: ({ outcome }) => outcomeNames[outcome].name },
        {
          head: "Reason",
          cell: ({ outcome, reason }) =>
            reason || <span className="meta">{outcomeNames[outcome].means}</span>,
        },
        {
          head: "Count",
          className: "number",
          cell: ({ category, quantity }) =>
            category === attachmentCategory ? bytesText(quantity) : grouped(quantity),
        },
      ]}
    />
  );
}
