import { capitalized } from "#server/domain/capitalized.ts";
import { Form } from "react-router";
import { bytesText } from "#app/ui/format/bytes.ts";
import { counted } from "#server/domain/count.ts";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import {
  retentionFields,
  type RetentionLimits,
  retentionRules,
} from "#server/domain/retention/limits.ts";
import { gibText } from "#server/domain/retention/gib-text.ts";
import type { Loss, Shortened } from "#server/domain/retention/loss.ts";

type LimitsFormProps = {
  limits: RetentionLimits;
  wrong?: WrongForm;
  /** What these limits would delete now. */
  loss?: Loss;
  /** Other data that the new limits would delete now. */
  shorter?: Shortened[];
};

/** A second button confirms the deletion. */
export function LimitsForm({ limits, wrong, loss, shorter = [] }: LimitsFormProps) {
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      {retentionFields.map((name) => (
        <Field
          key={name}
          {...{ label: retentionRules[name].label, name, defaultValue: limits[name], wrong }}
          {...{ inputMode: "numeric", size: 6, required: true }}
          hint={retentionRules[name].hint}
        />
      ))}
      <Field
        {...{
          label: "Storage limit (GiB)",
          name: "size",
          defaultValue: gibText(limits.telemetryBytes),
          wrong,
        }}
        {...{ inputMode: "decimal", size: 6 }}
        hint="Leave blank for no limit. Near the limit, older days are downsampled: the first, latest, and recommended events of each issue, failed and slow traces, and 10% of the rest are kept. Over the limit, the oldest days are deleted."
      />
      {loss && <output>{lossSentence(loss, shorter)}</output>}
      <p>
        <button className="primary" name="intent" value="save">
          Save
        </button>{" "}
        <button name="intent" value="preview">
          Preview
        </button>
      </p>
      {loss && (loss.days > 0 || shorter.length > 0) && (
        <p>
          <button name="intent" value="drop">
            Save and delete {loss.days > 0 ? counted(loss.days, "day") : namesOf(shorter)}
          </button>
        </p>
      )}
    </Form>
  );
}

const namesOf = (shorter: Shortened[]): string =>
  shorter.map(({ field }) => retentionRules[field].name).join(" and ");

function lossSentence({ days, bytes, events, traces }: Loss, shorter: Shortened[]): string {
  const others = shorter
    .map(
      ({ field, days }) =>
        `${capitalized(retentionRules[field].name)} older than ${counted(days, "day")} will be deleted. `,
    )
    .join("");
  if (days === 0) return others.trimEnd() || "Nothing would be deleted now.";
  const what = `${counted(events, "event")} and ${counted(traces, "trace")}`;
  return `This deletes ${counted(days, "day")} now: ${bytesText(bytes)}, ${what}. ${others}This cannot be undone.`;
}
