import { Form } from "react-router";
import { bytesText } from "#app/ui/bytes.ts";
import { counted } from "#app/ui/count.ts";
import { Field } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { daysMax, type RetentionLimits } from "#server/domain/retention/limits.ts";
import { gibText } from "#server/domain/retention/gib-text.ts";
import type { Loss } from "#server/domain/retention/loss.ts";

type LimitsFormProps = {
  limits: RetentionLimits;
  wrong?: WrongForm;
  /** What these limits would take away now. */
  loss?: Loss;
  /** Days beyond which they would take counters away; absent: none. */
  countersFrom?: number;
};

/** The second button comes with what it does. */
export function LimitsForm({ limits, wrong, loss, countersFrom }: LimitsFormProps) {
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      <Field
        {...{
          label: "Keep events, traces and attachments, days",
          name: "eventDays",
          defaultValue: limits.eventDays,
          wrong,
        }}
        {...{ inputMode: "numeric", size: 6, required: true }}
        hint={`1 to ${daysMax}. Issues stay, with all their counts, until somebody deletes them.`}
      />
      <Field
        {...{ label: "Keep percentiles, rates and other counters, days", name: "rollupDays", wrong }}
        {...{ defaultValue: limits.rollupDays, inputMode: "numeric", size: 6, required: true }}
        hint="Hours are kept for 35 days at most, five minutes for two."
      />
      <Field
        {...{ label: "Room for telemetry, GiB", name: "size", defaultValue: gibText(limits.telemetryBytes), wrong }}
        {...{ inputMode: "decimal", size: 6 }}
        hint="Empty: no limit but the disk's. Near it, old days are thinned: first, last and best events of each issue stay, failed and slow traces, and a tenth of the others. Beyond it the oldest days go."
      />
      {loss && <output>{lossSentence(loss, countersFrom)}</output>}
      <p>
        <button className="primary" name="intent" value="save">
          Save
        </button>{" "}
        <button name="intent" value="preview">
          Show what would go
        </button>
      </p>
      {loss && (loss.days > 0 || countersFrom !== undefined) && (
        <p>
          <button name="intent" value="drop">
            Save and drop {loss.days > 0 ? counted(loss.days, "day") : "counters"}
          </button>
        </p>
      )}
    </Form>
  );
}

function lossSentence({ days, bytes, events, traces }: Loss, countersFrom: number | undefined): string {
  const counters = countersFrom === undefined ? "" : `Counters older than ${counted(countersFrom, "day")} go. `;
  if (days === 0) return counters.trimEnd() || "Nothing would go now.";
  const what = `${counted(events, "event")} and ${counted(traces, "trace")}`;
  return `This drops ${counted(days, "day")} now: ${bytesText(bytes)}, ${what}. ${counters}They do not come back.`;
}
