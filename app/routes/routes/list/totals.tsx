import { counted, grouped } from "#server/domain/count.ts";
import { apdexText, shareText } from "../figure-text.ts";
import { PeriodText, type ShownPeriod } from "../period-text.tsx";

export type Totals = { routes: number; count: number; failureRate: number; apdex: number };

/** Totals over all pages of the list, and its start time. */
export function TotalsLine({
  totals,
  period,
  now,
}: {
  totals: Totals;
  period: ShownPeriod;
  now: number;
}) {
  const { routes, count, failureRate, apdex } = totals;
  return (
    <p className="meta">
      {`${counted(routes, "route")} · ${grouped(count)} requests · ${shareText(failureRate)} failed · Apdex ${apdexText(apdex)}`}
      {" · "}
      <PeriodText period={period} now={now} />
    </p>
  );
}
