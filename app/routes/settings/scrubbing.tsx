import { data, Form } from "react-router";
import * as v from "valibot";
import { requireProject } from "#app/guard.ts";
import { Notes } from "#app/ui/notes.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { TextArea } from "#app/ui/form/text-area.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { nameListField } from "#server/domain/form/name-list.ts";
import { checkboxField } from "#server/domain/form/checkbox-field.ts";
import { formValues, readForm, wrongForm } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { ScrubbingSettings } from "#server/domain/project/settings.ts";
import type { Route } from "./+types/scrubbing.ts";
import { saveSettings } from "./save-settings.ts";
import { isSaved, Saved } from "./saved.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const form = v.object({
  intent: v.picklist(["save", "try"], "Unknown action."),
  secrets: checkboxField,
  keepIp: checkboxField,
  alsoFilter: nameListField,
  neverFilter: nameListField,
  sample: v.optional(
    v.pipe(v.string(), v.maxLength(200_000, "Paste at most 200,000 characters.")),
    "",
  ),
});

export async function loader(args: Route.LoaderArgs) {
  const { project } = await requireProject(args, "project:change");
  return { name: project.name, scrubbing: project.settings.scrubbing, saved: isSaved(args.url) };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const posted = await args.request.formData();
  const read = readForm(form, posted);
  if (!read.ok) return data(read, { status: 422 });
  const { intent, sample, ...scrubbing } = read.fields;
  if (intent === "try") {
    const tried = asked.services.tryScrubbing(scrubbing, sample);
    if (isProblem(tried))
      return data(wrongForm({ sample: tried.detail }, formValues(posted)), { status: 422 });
    return data({ tried, errors: {}, values: formValues(posted) });
  }
  return saveSettings(asked, { url: args.url, posted }, { scrubbing }, "scrubbing");
}

export default function Scrubbing({ loaderData, actionData }: Route.ComponentProps) {
  const { name, saved } = loaderData;
  const tried = actionData && "tried" in actionData ? actionData.tried : undefined;
  return (
    <>
      <title>{`Data scrubbing · ${name} · Spoor`}</title>
      <Saved saved={saved && !actionData} />
      <ScrubbingForm scrubbing={loaderData.scrubbing} wrong={actionData} />
      {tried && (
        <SettingsPart id="tried" title="Result" isWide>
          {tried.notes.length === 0 ? (
            <output>Nothing would be scrubbed.</output>
          ) : (
            <Notes notes={tried.notes} />
          )}
          <pre className="raw">{tried.json}</pre>
        </SettingsPart>
      )}
    </>
  );
}

type ScrubbingFormProps = {
  scrubbing: ScrubbingSettings;
  wrong: Route.ComponentProps["actionData"];
};

/** Two buttons for the same fields, so that input can be previewed before saving. */
function ScrubbingForm({ scrubbing, wrong }: ScrubbingFormProps) {
  const posted = wrong?.values;
  const isChecked = (field: "secrets" | "keepIp") =>
    posted ? posted[field] !== undefined : scrubbing[field];
  return (
    // A checkbox keeps its own state, so the returned value is set again.
    <Form method="post" noValidate key={JSON.stringify(posted ?? scrubbing)}>
      <SettingsPart
        title="Data scrubbing"
        text="Scrubbed data is never stored. Events and spans list the fields that were scrubbed. Changes apply to new data only."
      >
        <div className="form">
          <FormError wrong={wrong} />
          <Checkbox
            {...{ name: "secrets", label: "Scrub secrets", checked: isChecked("secrets") }}
            hint="Passwords, tokens, keys, cookies, authorization, and card numbers: by field name, and by pattern anywhere."
          />
          <Checkbox
            {...{
              name: "keepIp",
              label: "Store the sender's IP address",
              checked: isChecked("keepIp"),
            }}
            hint="Otherwise it is scrubbed from users, headers, and spans, and users without an ID are not counted separately."
          />
          <TextArea
            {...{ label: "Also scrub", name: "alsoFilter", rows: 4, wrong }}
            defaultValue={scrubbing.alsoFilter.join("\n")}
            spellCheck={false}
            hint="Field names, one per line. iban also matches customerIban and customer-iban."
          />
          <TextArea
            {...{ label: "Never scrub", name: "neverFilter", rows: 4, wrong }}
            defaultValue={scrubbing.neverFilter.join("\n")}
            spellCheck={false}
            hint="Exact field names, case-insensitive. Secrets in spans are hidden on pages regardless."
          />
          <button className="primary" name="intent" value="save">
            Save
          </button>
        </div>
      </SettingsPart>
      <SettingsPart title="Preview" text="Uses the settings above. Nothing is saved.">
        <div className="form">
          <TextArea
            {...{ label: "Event, or part of one", name: "sample", rows: 8, wrong }}
            defaultValue={posted?.["sample"] ?? example}
            spellCheck={false}
            hint="JSON."
          />
          <button name="intent" value="try">
            Preview
          </button>
        </div>
      </SettingsPart>
    </Form>
  );
}

const example = `{
  "user": { "id": "42", "ip_address": "203.0.113.7" },
  "request": { "headers": { "Cookie": "session=a1b2c3", "Accept": "text/html" } },
  "extra": { "password": "hunter2", "note": "paid with 4111 1111 1111 1111" }
}`;
