import { counted } from "#server/domain/count.ts";
import type { WaitingNotices } from "./read-deliveries.ts";
import { Soon } from "./soon.tsx";

/** Delayed notifications of a rule. */
export function WaitingLine({ count, until, because, now }: WaitingNotices & { now: number }) {
  return (
    <p>
      {counted(count, "pending notification")}, {reasons[because]}. Sends{" "}
      <Soon at={until} now={now} />.
    </p>
  );
}

const reasons: Record<WaitingNotices["because"], string> = {
  "more is coming": "grouped with notifications that may follow",
  "the hour is full": "delayed because this rule reached its maximum per hour",
  "quiet hours": "delayed during quiet hours",
  digest: "waiting for the next digest",
};
