import { counted } from "#app/ui/count.ts";
import type { WaitingNotices } from "./read-deliveries.ts";
import { Soon } from "./soon.tsx";

/** What a rule has to say and does not say yet. */
export function WaitingLine({ count, until, because, now }: WaitingNotices & { now: number }) {
  return (
    <p>
      {counted(count, "notice")} {count === 1 ? "waits" : "wait"}, {reasons[because]}: to be sent{" "}
      <Soon at={until} now={now} />.
    </p>
  );
}

const reasons: Record<WaitingNotices["because"], string> = {
  "more is coming": "because more may be coming",
  "the hour is full": "held back because this rule has told as much as it may in an hour",
  "quiet hours": "because of the quiet hours",
  digest: "for the next digest",
};
