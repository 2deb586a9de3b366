import { Form } from "react-router";
import { counted, grouped, percent } from "#server/domain/count.ts";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { ShareBar } from "#app/ui/chart/share-bar.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { AttachmentQuota } from "./attachment-quota.tsx";
import type { QuotaKind } from "#server/domain/project/quota.ts";
import type { ProjectSettings } from "#server/domain/project/settings.ts";

type QuotaFormProps = {
  quotas: ProjectSettings["quotas"];
  used: Record<QuotaKind, number>;
  wrong?: WrongForm;
};

/** Today's usage (UTC), and the quotas. */
export function QuotaForm({ quotas, used, wrong }: QuotaFormProps) {
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      <Fill what="event" used={used.eventsPerDay} quota={quotas.eventsPerDay} />
      <Field
        {...{ label: "Events per day", name: "eventsPerDay", inputMode: "numeric", wrong }}
        defaultValue={quotas.eventsPerDay?.toLocaleString("en-US")}
        hint="Errors and messages. Leave blank for no limit."
      />
      <Fill what="span" used={used.spansPerDay} quota={quotas.spansPerDay} />
      <Field
        {...{ label: "Spans per day", name: "spansPerDay", inputMode: "numeric", wrong }}
        defaultValue={quotas.spansPerDay?.toLocaleString("en-US")}
        hint="A transaction counts as one, including its spans. Leave blank for no limit."
      />
      <Fill
        what="feedback message"
        plural="feedback messages"
        used={used.feedbackPerDay}
        quota={quotas.feedbackPerDay}
      />
      <Field
        {...{ label: "Feedback per day", name: "feedbackPerDay", inputMode: "numeric", wrong }}
        defaultValue={quotas.feedbackPerDay?.toLocaleString("en-US")}
        hint="User feedback. Leave blank for no limit."
      />
      <AttachmentQuota
        used={used.attachmentBytesPerDay}
        quota={quotas.attachmentBytesPerDay}
        wrong={wrong}
      />
      <button className="primary">Save quotas</button>
    </Form>
  );
}

function Fill({
  what,
  plural,
  used,
  quota,
}: {
  what: string;
  plural?: string;
  used: number;
  quota?: number;
}) {
  if (quota === undefined) return <p>{`${counted(used, what, plural)} stored today (UTC).`}</p>;
  const isFull = used >= quota;
  return (
    <div>
      <p className={isFull ? "bad" : undefined}>
        {`${grouped(used)} of ${counted(quota, what, plural)} stored today (UTC), ${percent(used, quota)}`}
        {isFull && ": used up until midnight UTC"}.
      </p>
      <ShareBar part={Math.min(used, quota)} whole={quota} />
    </div>
  );
}
