import { bytesText } from "#app/ui/format/bytes.ts";
import { Field } from "#app/ui/form/field.tsx";
import { ShareBar } from "#app/ui/chart/share-bar.tsx";
import type { WrongForm } from "#server/domain/form/read-form.ts";

export const mebibyte = 1_048_576;

/** Attachments are limited by bytes: one may be a line or 100 MiB. */
export function AttachmentQuota({
  used,
  quota,
  wrong,
}: {
  used: number;
  quota?: number;
  wrong?: WrongForm;
}) {
  return (
    <>
      <p>{`${bytesText(used)} of attachments stored today (UTC)${quota === undefined ? "" : ` of ${bytesText(quota)}`}.`}</p>
      {quota !== undefined && <ShareBar part={Math.min(used, quota)} whole={quota} />}
      <Field
        {...{
          label: "Attachments per day, MiB",
          name: "attachmentMebibytesPerDay",
          inputMode: "numeric",
          wrong,
        }}
        defaultValue={quota === undefined ? undefined : (quota / mebibyte).toLocaleString("en-US")}
        hint="Leave blank for no limit."
      />
    </>
  );
}
