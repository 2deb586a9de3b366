import { data, Form, redirect } from "react-router";
import * as v from "valibot";
import { requireProject } from "#app/guard.ts";
import { TextArea } from "#app/ui/form/text-area.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { formValues, readForm, wrongForm } from "#server/domain/form/read-form.ts";
import type { WrongLine } from "#server/domain/ownership/rules.ts";
import type { Route } from "./+types/ownership.ts";
import { isSaved, Saved, savedAt } from "./saved.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const form = v.object({
  rules: v.pipe(v.optional(v.string(), ""), v.maxLength(50_000, "Use at most 50,000 characters.")),
  autoAssign: v.pipe(
    v.optional(v.string(), ""),
    v.transform((text) => text !== ""),
  ),
});

export async function loader(args: Route.LoaderArgs) {
  const { project, services } = await requireProject(args, "project:change");
  const [ownership, people] = await Promise.all([
    services.store.ownership.read(project.id),
    services.store.issues.assignable(project.id),
  ]);
  const owners = people.slice(0, mostNamed).map(({ name, email }) => ({ name, email }));
  return {
    name: project.name,
    ...(ownership ?? { rules: "", autoAssign: false }),
    owners,
    saved: isSaved(args.url),
  };
}

const mostNamed = 50;

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const posted = await args.request.formData();
  const read = readForm(form, posted);
  if (!read.ok) return data(read, { status: 422 });
  const wrong = await asked.services.commands.saveOwnership(asked, asked.project, read.fields);
  if (wrong.length > 0)
    return data(wrongForm({ rules: sentenceOf(wrong) }, formValues(posted)), { status: 422 });
  return redirect(savedAt(args.url.pathname), 303);
}

const mostExplained = 5;

function sentenceOf(wrong: WrongLine[]): string {
  const sentences = wrong
    .slice(0, mostExplained)
    .map(({ line, word, detail }) => `Line ${line}, “${word.slice(0, 60)}”: ${detail}`);
  const more = wrong.length - sentences.length;
  return [...sentences, ...(more > 0 ? [`${more} more lines have errors.`] : [])].join(" ");
}

export default function Ownership({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { name, rules, owners, saved } = loaderData;
  const autoAssign = wrong ? wrong.values["autoAssign"] !== undefined : loaderData.autoAssign;
  return (
    <>
      <title>{`Ownership rules · ${name} · Spoor`}</title>
      <SettingsPart
        title="Ownership rules"
        text="Assigns owners by file path, route, or tag. The last match wins and is shown on the issue."
      >
        <Saved saved={saved && !wrong} />
        <Form
          className="form"
          method="post"
          noValidate
          key={JSON.stringify(wrong?.values ?? { rules, autoAssign })}
        >
          <TextArea
            {...{ label: "Rules", name: "rules", rows: 10, wrong }}
            defaultValue={rules}
            spellCheck={false}
            placeholder={example}
            hint="One per line: a pattern, then email addresses. * matches anything between two slashes, ** any folders. Lines starting with # are comments."
          />
          <Checkbox
            {...{ name: "autoAssign", label: "Assign new issues", checked: autoAssign }}
            hint="Assign to the first owner in the matching rule."
          />
          <button className="primary">Save</button>
        </Form>
      </SettingsPart>
      <SettingsPart title="Possible owners">
        <p className="meta">
          {owners.map(({ name: owner, email }) => `${owner} (${email})`).join(", ")}
        </p>
      </SettingsPart>
    </>
  );
}

const example = `path:src/checkout/** mira@example.com
route:/checkout/* mira@example.com tom@example.com
tags.plan:enterprise tom@example.com`;
