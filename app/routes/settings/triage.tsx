import { data, Form } from "react-router";
import * as v from "valibot";
import { requireProject } from "#app/guard.ts";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { wholeNumberField } from "#server/domain/form/fields.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import type { Route } from "./+types/triage.ts";
import { saveSettings } from "./save-settings.ts";
import { isSaved, Saved } from "./saved.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const longestDays = 3650;
const form = v.object({ autoResolveDays: wholeNumberField(longestDays) });

export async function loader(args: Route.LoaderArgs) {
  const { project } = await requireProject(args, "project:change");
  return {
    name: project.name,
    days: project.settings.triage.autoResolveDays,
    saved: isSaved(args.url),
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const posted = await args.request.formData();
  const read = readForm(form, posted);
  if (!read.ok) return data(read, { status: 422 });
  const { autoResolveDays = null } = read.fields;
  return saveSettings(asked, { url: args.url, posted }, { triage: { autoResolveDays } }, "triage");
}

export default function Triage({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { name, days, saved } = loaderData;
  return (
    <>
      <title>{`Auto-resolve · ${name} · Spoor`}</title>
      <SettingsPart
        title="Auto-resolve"
        text="Ignored issues stay ignored. A resolved issue that happens again regresses."
      >
        <Saved saved={saved && !wrong} />
        <FormError wrong={wrong} />
        <Form className="form" method="post" noValidate>
          <Field
            {...{ label: "Auto-resolve after days without events", name: "autoResolveDays", wrong }}
            {...{ defaultValue: days, inputMode: "numeric", size: 6 }}
            hint="Leave blank for never."
          />
          <button className="primary">Save</button>
        </Form>
      </SettingsPart>
    </>
  );
}
