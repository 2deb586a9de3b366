import { href, Link } from "react-router";
import { DeliveryTable } from "./delivery-table.tsx";
import type { DeliveryHistory as History } from "./read-deliveries.ts";
import { WaitingLine } from "./waiting-line.tsx";

type DeliveryHistoryProps = {
  history: History;
  /** Of the current page. */
  params: { project: string; rule: string };
  mayAct: boolean;
  now: number;
};

/** The latest deliveries of a rule on its page; the full history has a separate page. */
export function DeliveryHistory({
  history: { rows, next, waiting },
  params,
  mayAct,
  now,
}: DeliveryHistoryProps) {
  const whole = href("/:project/alerts/:rule/deliveries", params);
  const acts = mayAct && { actAt: () => whole };
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      {waiting && <WaitingLine {...waiting} now={now} />}
      {rows.length > 0 ? (
        <DeliveryTable caption="Latest deliveries of this rule" rows={rows} now={now} {...acts} />
      ) : (
        <p className="empty">No deliveries in the last 30 days.</p>
      )}
      {next !== undefined && <Link to={whole}>All deliveries</Link>}
    </section>
  );
}
