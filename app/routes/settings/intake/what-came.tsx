import { BarsChart } from "#app/ui/chart/bars-chart.tsx";
import { counted, grouped } from "#server/domain/count.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Loaded } from "../intake.tsx";
import { OutcomeTable } from "./outcome-table.tsx";
import { outcomeNames } from "./outcome-names.ts";
import { ReasonTable } from "./reason-table.tsx";

type Props = Pick<Loaded, "span" | "rows" | "releases" | "total" | "reasons" | "now"> & {
  /** The time that is looked at, in words. */
  when: string;
};

/** What came, and what became of it: over time, and by reason. */
export function WhatCame({ when, span, rows, releases, total, reasons, now }: Props) {
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
            {Object.values(outcomeNames)
              .map(({ name: outcome, means }) => `${outcome}: ${means}`)
              .join(". ")}
            . Received is the total.
          </p>
          <h3>By category and reason</h3>
          <ReasonTable caption={`Outcomes, ${when}, by category and reason`} reasons={reasons} />
        </>
      )}
    </>
  );
}
